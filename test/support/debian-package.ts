/**
 * Files of a Debian package, unpacked into the user's cache. Nothing is installed or written outside of the cache
 * folder.
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/workbench/testing/servers/local-server.ts';

function fileIn(folder: string, pattern: string): string | undefined {
  const [name] = existsSync(folder) ? globSync(pattern, { cwd: folder }) : [];
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Downloads a package and returns the absolute path of the matching file in it. Rejects with the reason if that is
 * impossible.
 */
export async function debianFile(name: string, pattern: string): Promise<string> {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const cache = join(base, 'erp-engine', `${name}-${process.arch}`);
  const cachedFile = fileIn(cache, pattern);
  if (cachedFile !== undefined) return cachedFile;
  mkdirSync(join(cache, '..'), { recursive: true });
  const draft = mkdtempSync(`${cache}-new-`);
  try {
    await run('apt-get', ['download', name], { cwd: draft });
    for (const file of readdirSync(draft)) await run('dpkg', ['-x', join(draft, file), join(draft, 'root')]);
    rmSync(cache, { recursive: true, force: true });
    // Moved as a whole, because other runs look for it here.
    renameSync(join(draft, 'root'), cache);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const fetched = fileIn(cache, pattern);
  if (fetched === undefined) throw new Error(`The package ${name} holds no ${pattern}.`);
  return fetched;
}
