/** A pool of workers: processes of one kind that work on one database file. */
import type { CallContext, PoolState } from '../../source.ts';
import { type ConnectionPool, createConnectionPool } from '../connections/pool.ts';
import { TarnPool } from '../connections/tarn-pool.ts';
import type { SqliteWorker } from './worker.ts';
import { createWorkerStarter, type WorkerStarterOptions } from './worker-starter.ts';

export interface WorkerPool {
  /** Runs `work` with a worker that it has for itself; see `ConnectionPool`. */
  use<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  /** Runs `work` with a worker outside of the pool's size: it neither waits for requests nor makes them wait. */
  useSpare<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  state(): PoolState;
  /** Kills all workers. Later calls start new ones. */
  kill(): Promise<void>;
  /** Ends all workers in order, when those who have come before are done. Later calls start new ones. */
  retire(): Promise<void>;
  /** Waits for what runs, then ends all workers. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions extends WorkerStarterOptions {
  /** Workers at most, the spare one not counted. */
  readonly size: number;
}

const isReusable = (worker: SqliteWorker): boolean => worker.alive && !worker.inTransaction;

async function destroy(worker: SqliteWorker): Promise<void> {
  if (isReusable(worker)) return worker.end();
  worker.destroy();
  await worker.gone;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { size } = options;
  const starter = createWorkerStarter(options);

  function openPool(): ConnectionPool<SqliteWorker> {
    const lifecycle = { connect: starter.take, isReusable, destroy, keepsPlaceUntilEnded: true };
    // A slow start says nothing of the file: it is the machine that is busy.
    return createConnectionPool({
      server: 'SQLite',
      connections: new TarnPool(lifecycle, size),
      lateConnection: 'timeout',
    });
  }
  let pool = openPool();

  return {
    use: (call, work) => pool.use(call, work),
    useSpare: starter.useSpare,
    state: () => pool.state(),
    kill: starter.killAll,
    async retire() {
      const retired = pool;
      pool = openPool();
      await retired.close();
      await starter.endAll();
    },
    async close() {
      await pool.close();
      await starter.close();
    },
  };
}
