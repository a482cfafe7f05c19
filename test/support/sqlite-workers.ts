/** Observes the worker processes of SQLite files: the statements that they receive, and which workers exist. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

/** One statement that a worker receives or has executed. */
export interface WorkerOrder {
  readonly worker: ChildProcess;
  /** The statement's text. */
  readonly sql: string;
  /** `sent`: the worker has received the statement and may have executed it. */
  readonly when: 'before' | 'sent' | 'after';
}

const ordersDescriptor = 3;

/** The texts in a message to a worker: four bytes with its length, then JSON. */
function statementsIn(message: unknown): readonly string[] {
  if (!(message instanceof Uint8Array)) return [];
  const orders: readonly { readonly kind: string; readonly sql?: string }[] = JSON.parse(
    Buffer.from(message).toString('utf8', 4),
  );
  return orders.flatMap(({ kind, sql }) => (['run', 'command'].includes(kind) && sql !== undefined ? [sql] : []));
}

/**
 * Calls `listen` for every statement that this process sends to workers from now on; the returned function stops
 * that.
 */
export function watchOrders(listen: (order: WorkerOrder) => void): () => void {
  const original = childProcess.spawn;
  const put = (spawn: unknown): void => {
    Reflect.set(childProcess, 'spawn', spawn);
    syncBuiltinESMExports();
  };
  const watching = (worker: ChildProcess): ChildProcess => {
    const socket = worker.stdio[ordersDescriptor];
    if (!(socket instanceof Socket)) throw new Error('A worker has no socket for its orders.');
    let current: readonly string[] = [];
    const tell = (when: WorkerOrder['when']): void => {
      for (const sql of current) listen({ worker, sql, when });
    };
    const { write } = socket;
    Reflect.set(socket, 'write', (...given: readonly unknown[]): unknown => {
      current = statementsIn(given[0]);
      tell('before');
      const done: unknown = Reflect.apply(write, socket, given);
      tell('sent');
      return done;
    });
    // Before the listener of the source.
    socket.on('data', () => {
      tell('after');
      current = [];
    });
    return worker;
  };
  const isWorker = (args: unknown): boolean => Array.isArray(args) && workerProgram.test(String(args[0]));
  put((...given: Parameters<typeof original>) => {
    const child = original(...given);
    return isWorker(given[1]) ? watching(child) : child;
  });
  return () => put(original);
}

const workerProgram = /worker-main\.[jt]s$/;

interface WorkerProcess {
  readonly pid: number;
  /** Used processor time in clock ticks. */
  readonly ticks: number;
}

/** Workers of a file can be found on systems with this folder. */
export const processFolder = '/proc';

/** The worker processes of `file`, started by any process. Zombie processes are not included. */
export function workersOf(file: string): readonly WorkerProcess[] {
  return readdirSync(processFolder).flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`${processFolder}/${name}/cmdline`, 'utf8').split('\0');
      const at = words.findIndex((word) => workerProgram.test(word));
      if (at < 0 || words[at + 1] !== file) return [];
      const [state, ...fields] = readFileSync(`${processFolder}/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      if (state === 'Z' || state === 'X') return [];
      return [{ pid: Number(name), ticks: Number(fields[10]) + Number(fields[11]) }];
    } catch {
      // The process ended while its data was read.
      return [];
    }
  });
}
