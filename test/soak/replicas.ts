/** Replicas of the service: the built program in separate processes, killed and paused by their process ids. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, startProgram } from '../support/program.ts';
import type { Target } from './oracle.ts';
import { type PlantName, plantFlags } from './plants.ts';

const key = 'soak_key_of_no_installation_0123456789';

interface ReplicaOptions {
  /** Absolute path of the profile. */
  readonly profile: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  readonly plant?: PlantName | undefined;
}

/** `post` rejects while it is ended. */
export interface Replica extends Target {
  readonly pid: number;
  readonly baseUrl: string;
  output(): string;
  /** kill -9, and waits for its end. */
  kill(): Promise<void>;
  /** SIGTERM; resolves at its end with the exit status. */
  terminate(): Promise<number | null>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts it again after its end, on another port. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>;
}

/** Longest time that a caller waits for an answer, in milliseconds; more than any deadline of the service. */
const patience = 60_000;

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** No answer came. */
export class NoAnswer extends Error {
  /** True where the connection had brought an answer before: the service has accepted it for certain. */
  readonly onKnownConnection: boolean;
  constructor(onKnownConnection: boolean, cause: Error) {
    super(cause.message, { cause });
    this.onKnownConnection = onKnownConnection;
  }
}

/** Sends one request; rejects with `NoAnswer`. A connection is made for it alone where no `agent` keeps them. */
export function postTo(baseUrl: string, path: string, body: object, agent: Agent | false = false): Promise<Reply> {
  const text = JSON.stringify({ schemaVersion: '1', ...body });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new NoAnswer(call.reusedSocket, error));
    const call = request(`${baseUrl}${path}`, { method: 'POST', headers, agent, timeout: patience }, (response) => {
      let said = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: said }));
      response.on('error', fail);
    });
    call.on('timeout', () => call.destroy(new Error('The service did not answer.')));
    call.on('error', fail);
    call.end(text);
  });
}

/** Answers that say of themselves that the log has the reason. */
const unexpected: ReadonlySet<number> = new Set([500, 502]);

/** Puts what the log says about the request behind its answer. */
async function withLog({ status, text }: Reply, program: Program): Promise<Reply> {
  // The log comes by another way than the answer.
  await sleep(100);
  const id = /\(request ([\w-]+)\)/.exec(text)?.[1] ?? text;
  const lines = program.output().split('\n');
  return { status, text: [text, ...lines.filter((line) => line.includes(id))].join(' ') };
}

export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const flags = ['--installation', 'soak', '--log-level', 'error'];
  const start = (more: Readonly<Record<string, string>> = {}): Promise<Program> =>
    startProgram(
      options.profile,
      { ENGINE_KEY: key, ...options.environment, ...more },
      flags,
      [...(options.nodeFlags ?? []), ...plantFlags(options.plant)],
      { unbundled: options.plant !== undefined },
    );
  let agent = new Agent({ keepAlive: true });
  let program = await start();
  const end = async <T>(ending: Promise<T>): Promise<T> => {
    const result = await ending;
    agent.destroy();
    return result;
  };
  return {
    get pid() {
      return program.pid;
    },
    get baseUrl() {
      return program.baseUrl;
    },
    output: () => program.output(),
    async post(path, body) {
      const reply = await postTo(program.baseUrl, path, body, agent);
      return unexpected.has(reply.status) ? withLog(reply, program) : reply;
    },
    kill: () => end(program.kill()),
    terminate: () => end(program.stop()),
    signal: (signal) => void process.kill(program.pid, signal),
    async restart(environment) {
      agent = new Agent({ keepAlive: true });
      program = await start(environment);
    },
  };
}

/** Starts several at once. */
export const startReplicas = (count: number, options: ReplicaOptions): Promise<readonly Replica[]> =>
  Promise.all(Array.from({ length: count }, () => startReplica(options)));
