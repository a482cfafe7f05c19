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

/** What is measured: profile and reference. `fields` has values that expressions compute; `odata` is an ERP over HTTP. */
export type Kind = 'plain' | 'fields' | 'odata';

/** What a service is started with. */
export interface Start {
  readonly kind: Kind;
  /** Environment variables: the address of the database or the ERP. */
  readonly environment: Readonly<Record<string, string>>;
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
  process.once('exit', () => child.kill('SIGKILL'));
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
    cpu: () => cpuOf(pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
  return service;
}

const profiles = { plain: 'profile.yaml', fields: 'profile-fields.yaml', odata: 'profile-odata.yaml' } as const;

const project = join(import.meta.dirname, '../..');

/** Starts the built service with the benchmark's profile. Like the reference it writes no line per request. `more`: further flags. */
export function startEngine(store: string, options: Start, more: readonly string[] = []): Promise<Service> {
  const profile = join(import.meta.dirname, profiles[options.kind]);
  const flags = ['--profile', profile, '--port', '0', '--log-level', 'warn', '--store', store];
  return start('engine', [join(project, 'dist/src/entry.js'), ...flags, ...more], options);
}

export function startReference(options: Start): Promise<Service> {
  const file = options.kind === 'odata' ? 'reference-odata.ts' : 'reference.ts';
  return start('reference', [join(import.meta.dirname, file)], options);
}

/** Starts the ERP with an OData API. */
export function startStub(): Promise<Service> {
  const options: Start = { kind: 'odata', environment: {}, profiles: undefined };
  return start('ERP', [join(import.meta.dirname, 'odata-stub.ts')], options);
}
