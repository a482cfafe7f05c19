/** Observes the worker processes of SQLite files: the statements that they receive, and which workers exist. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** One statement that a worker receives or has executed. */
export interface WorkerOrder {
  readonly worker: ChildProcess;
  /** The statement's text. */
  readonly sql: string;
  /** `sent`: the worker has received the statement and may have executed it. */
  readonly when: 'before' | 'sent' | 'after';
}

function sqlOf(order: unknown): string | undefined {
  if (typeof order !== 'object' || order === null || !('kind' in order)) return undefined;
  return ['run', 'command'].includes(String(order.kind)) && 'sql' in order ? String(order.sql) : undefined;
}

/**
 * Calls `listen` for every statement that this process sends to workers from now on; the returned function stops
 * that.
 */
export function watchOrders(listen: (order: WorkerOrder) => void): () => void {
  const original = childProcess.fork;
  const put = (fork: unknown): void => {
    Reflect.set(childProcess, 'fork', fork);
    syncBuiltinESMExports();
  };
  const watching = (worker: ChildProcess): ChildProcess => {
    let current: string | undefined;
    const { send } = worker;
    Reflect.set(worker, 'send', (...given: readonly unknown[]): unknown => {
      const sql = sqlOf(given[0]);
      current = sql;
      if (sql !== undefined) listen({ worker, sql, when: 'before' });
      const done: unknown = Reflect.apply(send, worker, given);
      if (sql !== undefined) listen({ worker, sql, when: 'sent' });
      return done;
    });
    worker.on('message', () => {
      if (current !== undefined) listen({ worker, sql: current, when: 'after' });
    });
    return worker;
  };
  put((...given: Parameters<typeof original>) => watching(original(...given)));
  return () => put(original);
}

export interface WorkerProcess {
  readonly pid: number;
  readonly mode: string;
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
      const at = words.findIndex((word) => /worker-main\.[jt]s$/.test(word));
      if (at < 0 || words[at + 1] !== file) return [];
      const [state, ...fields] = readFileSync(`${processFolder}/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      if (state === 'Z' || state === 'X') return [];
      return [{ pid: Number(name), mode: words[at + 2] ?? '', ticks: Number(fields[10]) + Number(fields[11]) }];
    } catch {
      // The process ended while its data was read.
      return [];
    }
  });
}
