/** How many callers use workers at the same time, by what they do. */
import type { CallContext, PoolState } from '../../source.ts';
import { isConnectionLost } from '../connections/connection-lost.ts';
import { createConnectionPool } from '../connections/pool.ts';
import type { SqliteWorker } from './worker.ts';
import type { WorkerShelf } from './worker-shelf.ts';

export interface WorkerPool {
  /** Runs `work` with a worker that it has for itself; see `ConnectionPool`. */
  use<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  state(): PoolState;
  /** Refuses further callers, and waits for those who have come before. */
  close(): Promise<void>;
}

/** At most `size` callers at the same time, each with a worker from the shelf. */
export function createWorkerPool(shelf: WorkerShelf, size: number): WorkerPool {
  const permits = { connect: async () => ({}), isReusable: () => true, destroy: async () => undefined };
  const pool = createConnectionPool({ server: 'SQLite', size, ...permits });

  async function useWorker<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T> {
    const worker = await shelf.take(call);
    let isLost = false;
    try {
      return await work(worker);
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      shelf.put(worker, isLost);
    }
  }

  return {
    use: (call, work) => pool.use(call, () => useWorker(call, work)),
    state: () => pool.state(),
    close: () => pool.close(),
  };
}
