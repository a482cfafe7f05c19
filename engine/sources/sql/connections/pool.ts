/** The connection pool of every kind of database: deadlines, and what becomes of a connection after its use. */
import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, type DatabaseAccess, type PoolState, SourceError } from '../../source.ts';
import { isConnectionLost } from './connection-lost.ts';
import { type ConnectionLifecycle, ConnectionStore } from './connection-store.ts';

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

export interface ConnectionPoolOptions<C> extends ConnectionLifecycle<C> {
  /** Name of the database server in messages. */
  readonly server: string;
  /** The most connections at the same time. */
  readonly size: number;
}

/** State and end of all pools of a source. */
export const poolControl = (
  readers: ConnectionPool<object>,
  writers: ConnectionPool<object>,
  ...others: readonly ConnectionPool<object>[]
): Pick<DatabaseAccess, 'pools' | 'close'> => ({
  pools: () => ({ read: readers.state(), write: writers.state() }),
  close: async () => void (await Promise.all([readers, writers, ...others].map((pool) => pool.close()))),
});

/** A caller who waits for a connection. One of the two functions is called, once. */
interface Waiter<C> {
  resolve(connection: C): void;
  /** `error` is that of `connect`. */
  reject(error: unknown): void;
}

/** A pool of connections with a deadline for each caller. More than 80 lines, because all of its functions share the callers. */
export function createConnectionPool<C extends object>(options: ConnectionPoolOptions<C>): ConnectionPool<C> {
  const { server, size } = options;
  const connections = new ConnectionStore(options, size);
  /** Those without a connection, in the order of their requests. */
  const waiters: Waiter<C>[] = [];
  /** Requests for connections that are idle or being made. None waits for a connection in use: tarn has no deadline for each of them. */
  const requests: ReturnType<typeof connections.acquire>[] = [];
  /** Callers with or without a connection. */
  let callers = 0;
  /** Callers with a connection. */
  let users = 0;
  let closing: Promise<void> | undefined;
  /** Called by the last caller after the pool was closed. */
  let closeNow: () => void = () => undefined;

  // A connection that cannot be made fails the caller who has waited longest. The next request starts the next attempt.
  connections.on('createFail', (_, error) => {
    waiters.shift()?.reject(error);
    requests.shift()?.abort();
  });

  function remove<T>(list: T[], item: T): void {
    const index = list.indexOf(item);
    if (index >= 0) list.splice(index, 1);
  }

  function requestConnections(): void {
    while (requests.length < waiters.length && users + requests.length < size) {
      const request = connections.acquire();
      requests.push(request);
      request.promise.then(
        (connection) => {
          remove(requests, request);
          lend(connection);
        },
        () => {
          remove(requests, request);
          requestConnections();
        },
      );
    }
  }

  /** The caller it was made for may be gone: the next one gets it, now or later. */
  function lend(connection: C): void {
    const waiter = waiters.shift();
    if (waiter === undefined) connections.giveBack(connection, false);
    else {
      users += 1;
      waiter.resolve(connection);
    }
  }

  function leave(): void {
    callers -= 1;
    if (callers === 0) closeNow();
  }

  function lateError(waiter: Waiter<C>): SourceError {
    return waiters.indexOf(waiter) < connections.numPendingCreates()
      ? new SourceError('unreachable', `${server}: no connection could be made by the deadline.`)
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
        remove(waiters, waiter);
      });
      waiters.push(waiter);
      requestConnections();
    });
  }

  function takeIdle(): C | undefined {
    const connection = waiters.length === 0 ? connections.takeIdle() : undefined;
    if (connection !== undefined) users += 1;
    return connection;
  }

  async function use<T>(call: CallContext, work: (connection: C) => Promise<T>): Promise<T> {
    callers += 1;
    let connection: C | undefined;
    let isLost = false;
    try {
      connection = takeIdle() ?? (await waitForOne(call));
      return await work(connection);
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      if (connection !== undefined) {
        users -= 1;
        connections.giveBack(connection, isLost);
        requestConnections();
      }
      leave();
    }
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
      return use(call, work);
    },
    state: () => ({ size, inUse: connections.numUsed() + connections.numPendingCreates(), waiting: waiters.length }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
