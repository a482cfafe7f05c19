/** Reads the vendors' descriptions that the HTTP sources of a profile name (`describedBy`). */
import { resolve } from 'node:path';
import type { DescriptionFiles } from '../description/files.ts';
import { DescriptionFault, type ServiceDescription } from '../description/model.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { describedBy, isHttp, type Profile } from '../profile/schema/index.ts';

/**
 * The descriptions of the sources that have one, by source. A file that cannot be read is reported, and the requests of its source are not
 * checked. `folder`: the folder of the profile.
 */
export async function readServices(
  { sources }: Profile,
  folder: string,
  kept: DescriptionFiles,
  reporter: Reporter,
): Promise<ReadonlyMap<string, ServiceDescription>> {
  const services = new Map<string, ServiceDescription>();
  for (const [name, source] of Object.entries(sources)) {
    const described = isHttp(source) ? describedBy(source) : undefined;
    if (described === undefined) continue;
    const { files } = described;
    const [first, ...others] = files.map((file) => resolve(folder, file));
    if (first === undefined) continue;
    try {
      services.set(name, await kept.read([first, ...others], described));
    } catch (error) {
      const message = `The description ${files.join(', ')} cannot be read: ${reasonOf(error)}.`;
      const hint = 'Its path is relative to the folder of the profile.';
      reporter.report('API801', { path: ['sources', name, 'describedBy'], message, hint });
    }
  }
  return services;
}

function reasonOf(error: unknown): string {
  if (error instanceof DescriptionFault) return error.message;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
