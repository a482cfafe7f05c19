/** An instance of kivitendo over a PostgreSQL server: its sources stay unchanged, configuration and working files are in a separate folder. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const scripts = join(import.meta.dirname, 'perl');
/** Folders that kivitendo writes into, and the one of its tests, in which its configuration is looked up. */
const separate = ['config', 'users', 'spool', 'webdav', 't'];
/** kivitendo writes entries in the order of Perl's hashes, which is random otherwise. */
const sameOrder = { PERL_HASH_SEED: '0', PERL_PERTURB_KEYS: '0' };
const longestOutput = 64 * 1024 * 1024;

export interface Instance {
  /** Version of the sources, such as `4.1.1-unstable`. */
  readonly version: string;
  /** The database of the client; tables of users are in its schema `auth`. */
  readonly database: string;
  /** Runs a script of the folder `perl` to its end, and returns its output. Rejects with the end of its error output. */
  run(script: string, ...args: readonly string[]): Promise<string>;
  close(): void;
}

/** `section` of kivitendo.conf with other values. */
function configured(text: string, section: string, values: Readonly<Record<string, string | number>>): string {
  const start = text.indexOf(`[${section}]`);
  const head = text.slice(0, start);
  const tail = Object.entries(values).reduce(
    (rest, [key, value]) => rest.replace(new RegExp(`^(${key}\\s*=).*$`, 'm'), `$1 ${value}`),
    text.slice(start),
  );
  return head + tail;
}

/** Makes a database on the server with kivitendo's own scripts: schema, all upgrades, one client and user. `sources`: a checkout of kivitendo. */
export async function createInstance(sources: string, server: string, database: string): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-kivitendo-'));
  for (const name of readdirSync(sources)) {
    if (!separate.includes(name) && !name.startsWith('.')) symlinkSync(join(sources, name), join(folder, name));
  }
  for (const name of separate) mkdirSync(join(folder, name));
  for (const name of ['000setup_database.t', 'Support'])
    cpSync(join(sources, 't', name), join(folder, 't', name), { recursive: true });
  const { hostname, port, username } = new URL(server);
  const defaults = readFileSync(join(sources, 'config', 'kivitendo.conf.default'), 'utf8');
  const connection = { host: hostname, port, db: database, user: username, template: 'template1' };
  writeFileSync(join(folder, 'config', 'kivitendo.conf.default'), defaults);
  writeFileSync(join(folder, 'config', 'kivitendo.conf'), configured(defaults, 'testing/database', connection));
  const perl = async (script: string, ...args: readonly string[]): Promise<string> => {
    const include = ['.', 'modules/override', 'modules/fallback', 't'].map((path) => `-I${path}`);
    const { stdout } = await execute('perl', [...include, script, ...args], {
      cwd: folder,
      maxBuffer: longestOutput,
      env: { ...process.env, ...sameOrder },
    }).catch((error: Error & { readonly stderr?: string }) => {
      throw new Error(`${script} failed: ${(error.stderr ?? error.message).trim().slice(-1500)}`);
    });
    return stdout;
  };
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await perl('t/000setup_database.t');
  } catch (error) {
    close();
    throw error;
  }
  const version = readFileSync(join(sources, 'VERSION'), 'utf8').trim();
  return { version, database, run: (script, ...args) => perl(join(scripts, script), ...args), close };
}

/** Perl modules that kivitendo lacks on this machine, by the names of their Debian packages; undefined if the folder is no kivitendo. */
export async function missingPackages(sources: string): Promise<readonly string[] | undefined> {
  if (!existsSync(join(sources, 'SL', 'InstallationCheck.pm'))) return undefined;
  const code =
    'print map { "$_->{debian}\\n" } grep { !SL::InstallationCheck::module_available($_->{name}, $_->{version}) } @SL::InstallationCheck::required_modules';
  const { stdout } = await execute('perl', ['-I.', '-Imodules/override', '-MSL::InstallationCheck', '-e', code], {
    cwd: sources,
  });
  return [...new Set(stdout.split('\n').filter((name) => name !== ''))];
}
