/** Reads the files of descriptions, each once as long as it does not change. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Corrections, corrected } from './corrected.ts';
import type { ServiceDescription } from './model.ts';
import { combined, readDescription } from './read.ts';

interface KeptDescription {
  /** What the description was made from, as a text. */
  readonly stamp: string;
  readonly description: ServiceDescription;
}

/** Descriptions by their files. A check of a text that changes again and again keeps it. */
export class DescriptionFiles {
  private readonly kept = new Map<string, KeptDescription>();

  /**
   * The description in one or several files; the same object as long as none has changed. `own`: names of members that an installation adds to
   * those of the vendor; `corrections`: what is stated against the files. Rejects with the error of the file system, or with `DescriptionFault`.
   */
  async read(
    files: readonly [string, ...string[]],
    own: RegExp | undefined,
    { paths, optional }: Corrections = { paths: [], optional: new Set() },
  ): Promise<ServiceDescription> {
    const key = files.join('\n');
    const stamps = await Promise.all(files.map((file) => stat(file)));
    const stamp = [own?.source, ...paths, ...optional, ...stamps.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`)].join(
      '\n',
    );
    const before = this.kept.get(key);
    if (before?.stamp === stamp) return before.description;
    const read = async (file: string): Promise<ServiceDescription> =>
      readDescription(await readFile(file, 'utf8'), basename(file), own);
    const [first, ...others] = files;
    const vendors = combined([await read(first), ...(await Promise.all(others.map(read)))]);
    const isCorrected = paths.length + optional.size > 0;
    const description = isCorrected ? corrected(vendors, { paths, optional }) : vendors;
    this.kept.set(key, { stamp, description });
    return description;
  }
}
