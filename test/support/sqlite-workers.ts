/** The processes that work on SQLite files: what they are told, and which there are. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** One statement on its way into a worker and back. */
export interface WorkerOrder {
  readonly worker: ChildProcess;
  /** The statement's text. */
  readonly sql: string;
  /** `sent`: the worker has been given it, and may have run it. */
  readonly when: 'before' | 'sent' | 'after';
}

function sqlOf(order: unknown): string | undefined {
  if (typeof order !== 'object' || order === null || !('kind' in order)) return undefined;
  return ['run', 'command'].includes(String(order.kind)) && 'sql' in order ? String(order.sql) : undefined;
}

/** Calls `listen` at every statement that workers are given from now on, in this process; the result ends that. */
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
  /** Clock ticks of processor time so far. */
  readonly ticks: number;
}

/** Workers that are told apart by their file can be found on systems that have this folder. */
export const processFolder = '/proc';

/** The processes that work on `file`, whoever started them. One that ended and was not yet taken note of by its parent is none. */
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
      // It ended while it was looked at.
      return [];
    }
  });
}
