/** Files of a Debian package, unpacked into the user's cache. Nothing is installed, and no file outside of the cache folder is written. */
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/testing/servers/local-server.ts';

function fileIn(folder: string, pattern: string): string | undefined {
  const [name] = existsSync(folder) ? globSync(pattern, { cwd: folder }) : [];
  return name === undefined ? undefined : join(folder, name);
}

/** Downloads a package and gives the absolute path of the file in it that matches. Rejects with the reason where it cannot be had. */
export async function debianFile(name: string, pattern: string): Promise<string> {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const cache = join(base, 'erp-engine', `${name}-${process.arch}`);
  const known = fileIn(cache, pattern);
  if (known !== undefined) return known;
  mkdirSync(join(cache, '..'), { recursive: true });
  const draft = mkdtempSync(`${cache}-new-`);
  try {
    await run('apt-get', ['download', name], { cwd: draft });
    for (const file of readdirSync(draft)) await run('dpkg', ['-x', join(draft, file), join(draft, 'root')]);
    rmSync(cache, { recursive: true, force: true });
    // Whole or not at all, since other runs look here.
    renameSync(join(draft, 'root'), cache);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const fetched = fileIn(cache, pattern);
  if (fetched === undefined) throw new Error(`The package ${name} holds no ${pattern}.`);
  return fetched;
}
