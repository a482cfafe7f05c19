/** The engine and the reference as separate processes, and their CPU time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Service {
  readonly name: string;
  readonly address: URL;
  readonly key: string;
  /** Milliseconds of processor time so far; undefined where the system does not tell. */
  cpu(): number | undefined;
  /** Resident memory of the process and of each of its children, in bytes; undefined where the system does not tell. */
  resident(): readonly number[] | undefined;
  /** The end of what it has written. */
  output(): string;
  stop(): Promise<void>;
}

const key = 'bench_key_of_no_installation_0123456789';

/** Processor time of all threads, in milliseconds. The kernel counts it in nanoseconds; its usual ticks are too coarse for short rounds. */
function cpuOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
  return times.reduce((sum, time) => sum + time, 0) / 1_000_000;
}

/** Profile and reference of each kind of workload. */
const files = {
  /** All endpoints. */
  plain: { profile: 'profile.yaml', reference: 'reference.ts' },
  /** With values that expressions compute. */
  fields: { profile: 'profile-fields.yaml', reference: 'reference.ts' },
  mariadb: { profile: 'profile-mariadb.yaml', reference: 'reference-mariadb.ts' },
  sqlite: { profile: 'profile-sqlite.yaml', reference: 'reference-sqlite.ts' },
  /** A double of SQL Server's protocol, which runs no SQL. */
  mssql: { profile: 'profile-mssql.yaml', reference: 'reference-mssql.ts' },
  odata: { profile: 'profile-odata.yaml', reference: 'reference-odata.ts' },
} as const;

export type Kind = keyof typeof files;

/** A process with its children: SQLite files are read in workers. */
function withChildren(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.map(Number)];
}

function cpuOfAll(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return withChildren(pid).reduce((sum, each) => sum + (cpuOf(each) ?? 0), 0);
}

function residentOfAll(pid: number): readonly number[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const kilobytes = (id: number) => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return withChildren(pid).map((id) => kilobytes(id) * 1_024);
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string>>;

/** What a service is started with. */
export interface Start {
  readonly kind: Kind;
  /** The address of the database or the ERP. */
  readonly environment: Environment;
  /** Folder for CPU profiles. */
  readonly profiles: string | undefined;
}

async function start(name: string, args: readonly string[], { environment, profiles, kind }: Start) {
  const watch = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profiles, name, kind)}`];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...watch, ...args], {
    cwd: tmpdir(),
    env: {
      PATH,
      HOME,
      ENGINE_KEY: key,
      NODE_ENV: 'production',
      ...environment,
      ...(kind === 'fields' ? { BENCH_FIELDS: 'yes' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Where the run ends early, nothing may stay behind.
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  let output = '';
  const listening = Promise.withResolvers<URL>();
  const read = (text: string): void => {
    output = (output + text).slice(-10_000);
    const address = /Listening on (http:\/\/[^\s,]+)/.exec(output)?.[1];
    if (address !== undefined) listening.resolve(new URL(address));
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const ended = once(child, 'exit');
  child.on('error', listening.reject);
  child.on('exit', () => listening.reject(new Error(`The ${name} ended before it listened:\n${output}`)));
  const address = await listening.promise;
  const { pid } = child;
  if (pid === undefined) throw new Error(`The ${name} has no process id.`);
  const service: Service = {
    name,
    address,
    key,
    cpu: () => cpuOfAll(pid),
    resident: () => residentOfAll(pid),
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
  return service;
}

const project = join(import.meta.dirname, '../..');

/**
 * Starts the built service with the benchmark's profile. Like the reference it writes a line for each request. `more`: further flags.
 */
export function startEngine(store: string, options: Start, more: readonly string[] = []): Promise<Service> {
  const profile = join(import.meta.dirname, files[options.kind].profile);
  const flags = ['--profile', profile, '--port', '0', '--log-level', 'info', '--store', store, ...more];
  return start('engine', [join(project, 'dist/program/entry.js'), ...flags], options);
}

/** Starts the built service with a shipped profile. `nodeFlags`: flags of Node. */
export function startProfile(
  profile: string,
  store: string,
  environment: Environment,
  nodeFlags: readonly string[] = [],
) {
  const flags = ['serve', '--profile', profile, '--port', '0', '--log-level', 'info', '--store', store];
  return start('engine', [...nodeFlags, join(project, 'dist/program/entry.js'), ...flags], {
    kind: 'plain',
    environment,
    profiles: undefined,
  });
}

export function startReference(options: Start): Promise<Service> {
  return start('reference', [join(import.meta.dirname, files[options.kind].reference)], options);
}

/** Starts a program that answers like an ERP. */
export function startStub(file: string): Promise<Service> {
  const options: Start = { kind: 'odata', environment: {}, profiles: undefined };
  return start('ERP', [join(import.meta.dirname, file)], options);
}
