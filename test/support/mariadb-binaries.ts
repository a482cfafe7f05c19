/**
 * Finds a MariaDB server: installed on this machine, or unpacked from Debian's packages into the user's cache.
 * Nothing is installed or written outside of the cache folder.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/workbench/testing/servers/local-server.ts';

interface MariadbBinaries {
  /** Folder that contains `usr/sbin/mariadbd` and `usr/share/mysql`. */
  readonly root: string;
  /** Folders of the shared libraries of the packages. */
  readonly libraries: readonly string[];
}

const server = 'usr/sbin/mariadbd';
const scripts = 'usr/share/mysql/mysql_system_tables.sql';
const wanted = 'mariadb-server-core';

function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(base, 'erp-engine', `mariadb-${process.arch}`);
}

/** The server in `root`; undefined if it is incomplete. */
function binariesIn(root: string): MariadbBinaries | undefined {
  if (!existsSync(join(root, server)) || !existsSync(join(root, scripts))) return undefined;
  const folders = [join(root, 'usr/lib'), join(root, 'lib')].filter((folder) => root !== '/' && existsSync(folder));
  const libraries = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.endsWith('-linux-gnu'))
      .map(({ name }) => join(folder, name)),
  );
  return { root, libraries };
}

/**
 * Names of the packages that the server needs and this machine lacks. Rejects if the package lists do not contain the
 * server.
 */
async function missingPackages(options: readonly string[]): Promise<readonly string[]> {
  const plan = await run('apt-get', [...options, 'install', '--simulate', '--no-install-recommends', wanted]);
  return [...plan.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? '').filter((name) => name !== 'mysql-common');
}

/** Separate package lists, used if those of the machine do not contain the server. */
async function ownLists(folder: string): Promise<readonly string[]> {
  const lists = join(folder, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const options = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${folder}`, '-o', 'APT::Sandbox::User='];
  await run('apt-get', [...options, 'update']);
  return options;
}

async function download(folder: string): Promise<void> {
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  let options: readonly string[] = [];
  let names: readonly string[];
  try {
    names = await missingPackages(options);
  } catch {
    options = await ownLists(folder);
    names = await missingPackages(options);
  }
  await run('apt-get', [...options, 'download', ...names], { cwd: packages });
  for (const name of readdirSync(packages)) await run('dpkg', ['-x', join(packages, name), join(folder, 'root')]);
  rmSync(packages, { recursive: true });
}

/** The server's files. Rejects with the reason if there is no server and none can be downloaded. */
export async function mariadbBinaries(): Promise<MariadbBinaries> {
  const cache = cacheFolder();
  const installed = binariesIn('/') ?? binariesIn(cache);
  if (installed) return installed;
  const parent = join(cache, '..');
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(`${cache}-new-`);
  try {
    await download(draft);
    if (!binariesIn(join(draft, 'root'))) throw new Error(`The package ${wanted} holds no server.`);
    rmSync(cache, { recursive: true, force: true });
    // Moved as a whole, because other test runs look for it here.
    renameSync(join(draft, 'root'), cache);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const fetched = binariesIn(cache);
  if (!fetched) throw new Error(`The package ${wanted} could not be unpacked.`);
  return fetched;
}
