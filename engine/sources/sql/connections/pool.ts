/** The connection pool of every kind of database: deadlines, and what becomes of a connection after its use. */
import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, type PoolState, SourceError } from '../../source.ts';
import { isConnectionLost } from './connection-lost.ts';
import type { TarnPool, Waiter } from './tarn-pool.ts';

export interface ConnectionPool<C> {
  /**
   * Runs `work` with a connection that it has for itself. First come, first served. Rejects with `SourceError` when the deadline
   * passes before there is one: `timeout` where all connections were busy, `unreachable` where none could be made.
   * Afterwards the connection is destroyed where its state is unknown: the error of `work` says that it was lost, or it cannot be reused.
   */
  use<T>(call: CallContext, work: (connection: C) => Promise<T>): Promise<T>;
  state(): PoolState;
  /** Refuses further callers, waits for those who have come before, then ends all connections. */
  close(): Promise<void>;
}

export interface ConnectionPoolOptions<C> {
  /** Name of the database server in messages. */
  readonly server: string;
  readonly connections: TarnPool<C>;
  /** The error of a caller whose deadline passes while a connection is being made; `unreachable` by default. */
  readonly lateConnection?: 'unreachable' | 'timeout';
}

/** Puts deadlines on a pool of connections. More than 80 lines, because all of its functions share the count of callers. */
export function createConnectionPool<C>(options: ConnectionPoolOptions<C>): ConnectionPool<C> {
  const { server, connections, lateConnection = 'unreachable' } = options;
  /** Callers with or without a connection. */
  let callers = 0;
  let closing: Promise<void> | undefined;
  /** Called by the last caller after the pool was closed. */
  let closeNow: () => void = () => undefined;

  function leave(): void {
    callers -= 1;
    if (callers === 0) closeNow();
  }

  function lateError(waiter: Waiter<C>): SourceError {
    return connections.awaitsCreation(waiter)
      ? new SourceError(lateConnection, `${server}: no connection could be made by the deadline.`)
      : new SourceError('timeout', 'All connections were busy until the deadline.');
  }

  function connectError(error: unknown): SourceError {
    if (error instanceof SourceError) return error;
    return new SourceError('unreachable', `${server}: no connection could be made: ${String(error)}.`, {
      cause: error,
    });
  }

  function waitForOne({ deadline }: CallContext): Promise<C> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<C> = {
        resolve(connection) {
          cancelExpiry(expiry);
          resolve(connection);
        },
        reject(error) {
          cancelExpiry(expiry);
          reject(connectError(error));
        },
      };
      const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => {
        reject(lateError(waiter));
        connections.removeWaiter(waiter);
      });
      connections.addWaiter(waiter);
    });
  }

  async function useOne<T>(connection: C, work: (connection: C) => Promise<T>): Promise<T> {
    let isLost = false;
    try {
      return await work(connection);
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      connections.giveBack(connection, isLost);
      leave();
    }
  }

  function useLater<T>(call: CallContext, work: (connection: C) => Promise<T>): Promise<T> {
    return waitForOne(call).then(
      (connection) => useOne(connection, work),
      (error: unknown) => {
        leave();
        throw error;
      },
    );
  }

  async function close(): Promise<void> {
    if (callers > 0) {
      await new Promise<void>((resolve) => {
        closeNow = resolve;
      });
    }
    await connections.close();
  }

  return {
    use(call, work) {
      if (closing !== undefined) {
        return Promise.reject(new SourceError('unreachable', `${server}: the source is closed.`));
      }
      callers += 1;
      const idle = connections.takeIdle();
      return idle === undefined ? useLater(call, work) : useOne(idle, work);
    },
    state: () => connections.state(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
