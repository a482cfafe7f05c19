/** Replaced values as files, for as long as a database is filled from them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes the files into a new folder, and removes it when `work` has ended. */
export async function withFiles<T>(
  files: ReadonlyMap<string, string>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-replay-'));
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
