/** Reads the files of descriptions, each once as long as it does not change. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Corrections, corrected } from './corrected.ts';
import type { ServiceDescription } from './model.ts';
import { readDescriptions } from './read.ts';
import type { XsdForm } from './xsd-types.ts';

/** What a profile says of the files. */
interface FileOptions extends Corrections {
  /** Names of members that an installation adds to those of the vendor. */
  readonly own: RegExp | undefined;
  readonly form: XsdForm;
}

interface KeptDescription {
  /** What the description was made from, as a text. */
  readonly stamp: string;
  readonly description: ServiceDescription;
}

/** Descriptions by their files. A check of a text that changes again and again keeps it. */
export class DescriptionFiles {
  private readonly kept = new Map<string, KeptDescription>();

  /**
   * The description in one or several files; the same object as long as none has changed. Rejects with the error of the file system, or with
   * `DescriptionFault`.
   */
  async read(
    files: readonly [string, ...string[]],
    { own, form, paths, optional }: FileOptions,
  ): Promise<ServiceDescription> {
    const key = files.join('\n');
    const stamps = await Promise.all(files.map((file) => stat(file)));
    const stamp = [
      own?.source,
      form,
      ...paths,
      ...optional,
      ...stamps.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`),
    ].join('\n');
    const before = this.kept.get(key);
    if (before?.stamp === stamp) return before.description;
    const read = async (file: string) => ({ content: await readFile(file, 'utf8'), file: basename(file) });
    const [first, ...others] = files;
    const vendors = readDescriptions([await read(first), ...(await Promise.all(others.map(read)))], { own, form });
    const isCorrected = paths.length + optional.size > 0;
    const description = isCorrected ? corrected(vendors, { paths, optional }) : vendors;
    this.kept.set(key, { stamp, description });
    return description;
  }
}
