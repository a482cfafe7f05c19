/** Debian's Python, for which the packages of Tryton are installed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const python = '/usr/bin/python3';

const modules = [
  'sale',
  'purchase',
  'account-invoice',
  'account-credit-limit',
  'sale-price-list',
  'account-statement',
  'sale-credit-limit',
];

/** Names of the Debian packages; the others follow as their dependencies. */
export const packages = [
  'tryton-server',
  'tryton-proteus',
  'python3-psycopg2',
  // trytond takes the names of its time zones from pytz, which is not among its dependencies.
  'python3-tz',
  ...modules.map((name) => `tryton-modules-${name}`),
] as const;

export interface ScriptOptions {
  /** The folder of the script; this one unless given. */
  readonly folder?: string;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a script. Its standard input stays open: a script that serves ends when it is closed, so that none outlives this process. */
export function startScript(
  script: string,
  args: readonly string[],
  { folder = import.meta.dirname, environment = {} }: ScriptOptions = {},
): ChildProcessWithoutNullStreams {
  const own = { PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' };
  return spawn(python, [join(folder, script), ...args], { env: { ...process.env, ...own, ...environment } });
}

/** Runs a script to its end and returns its output. Rejects with the end of its error output. */
export async function runScript(script: string, args: readonly string[], options: ScriptOptions = {}): Promise<string> {
  const child = startScript(script, args, options);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (more: Buffer) => out.push(more));
  child.stderr.on('data', (more: Buffer) => err.push(more));
  await once(child, 'close');
  if (child.exitCode === 0) return Buffer.concat(out).toString('utf8');
  throw new Error(`${script} failed: ${Buffer.concat(err).toString('utf8').trim().slice(-1500)}`);
}

export interface Missing {
  /** A clause without a full stop. */
  readonly reason: string;
  /** A sentence with the command that installs what is missing. */
  readonly cure: string;
}

/** Why Tryton cannot be started here; undefined if it can. */
export async function missingTryton(): Promise<Missing | undefined> {
  const cure = `On Debian 12: apt-get install ${packages.join(' ')}`;
  if (!existsSync(python)) return { reason: `there is no ${python}`, cure };
  const names = modules.map((name) => `trytond.modules.${name.replaceAll('-', '_')}`);
  try {
    await runScript('imports.py', ['proteus', 'psycopg2', ...names]);
    return undefined;
  } catch {
    return { reason: `the packages of Tryton are not installed for ${python}`, cure };
  }
}
