/** A replica in the harness. */
import { join } from 'node:path';
import { ask, type Reply, tell } from '../ask.ts';
import { type Child, startChild } from '../child.ts';
import type { WriteRequest } from '../source.ts';
import type { Halt, Place } from './holds.ts';
import type { ReplicaTask, StoreTrouble } from './task.ts';

export interface Replica {
  readonly port: number;
  /** What it wrote since its last start. */
  output(): string;
  running(): boolean;
  /** Undefined where it gave no answer. */
  write(request: WriteRequest, timeoutMs?: number): Promise<Reply | undefined>;
  health(): Promise<Reply | undefined>;
  /** Halts the write of each key at its place, once. */
  halt(places: Readonly<Record<string, Place>>, halt?: Halt): Promise<void>;
  /** Claims of the writes that are held. */
  held(): Promise<readonly string[]>;
  /** Lets all of them go on. */
  release(): Promise<void>;
  /** What ails an SQLite store from now on; undefined: nothing. */
  trouble(trouble: StoreTrouble | undefined): Promise<void>;
  /** Whether the process stands still. */
  stopped(): boolean;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Tells it to stop, and does not wait. */
  terminate(): void;
  /** Gives the exit status; null where a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** At the same port as before. */
  start(): Promise<void>;
}

export async function startReplica(
  task: Omit<ReplicaTask, 'port'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Replica> {
  const begin = (port: number): Promise<Child> =>
    startChild(join(import.meta.dirname, 'main.ts'), { ...task, port } satisfies ReplicaTask, environment);
  let child = await begin(0);
  const { port } = child;
  return {
    port,
    output: () => child.output(),
    running: () => child.running(),
    write: (request, timeoutMs) => ask(port, '/write', request, timeoutMs),
    health: () => ask(port, '/health'),
    halt: async (places, halt = 'hold') => void (await tell(port, '/control/halt', { places, halt })),
    release: async () => void (await tell(port, '/control/release', {})),
    trouble: async (trouble) => void (await tell(port, '/control/trouble', { trouble })),
    async held() {
      const claims: readonly string[] = JSON.parse(await tell(port, '/control/held'));
      return claims;
    },
    stopped: () => child.stopped(),
    signal: (name) => child.signal(name),
    terminate: () => child.signal('SIGTERM'),
    end: (signal) => child.end(signal),
    async start() {
      child = await begin(port);
    },
  };
}
