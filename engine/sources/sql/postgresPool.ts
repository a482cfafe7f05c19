/** Connections of one kind to one database. A connection whose state is unknown is never lent again. */
import { type ClientConfig, Pool, type PoolClient } from 'pg';
import { type CallContext, SourceError } from '../source.ts';
import { postgresError } from './postgresErrors.ts';
import { createTurns } from './turns.ts';

export interface PostgresPool {
  /** Lends a connection for `work`. It is destroyed where the error says that it was lost. */
  lend<T>(call: CallContext, work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The connection, or `undefined` at the deadline; one that arrives later goes back unused. */
function connectBy(pool: Pool, deadline: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        reject(new SourceError('unreachable', 'PostgreSQL: no connection could be made by the deadline.'));
      },
      Math.max(0, deadline - Date.now()),
    );
    pool.connect().then(
      (client) => {
        clearTimeout(timer);
        if (late) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(postgresError(error));
      },
    );
  });
}

/** A pool of at most `size` connections, made when they are needed. */
export function createPostgresPool(config: ClientConfig, size: number): PostgresPool {
  const pool = new Pool({ ...config, max: size, idleTimeoutMillis: 60_000 });
  // Callers queue here and not in the pool, so that a busy pool can be told from a server that does not answer.
  const turns = createTurns(Array.from({ length: size }, (_, index) => index));
  // A connection that breaks while nobody uses it is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));

  return {
    async lend(call, work) {
      const turn = await turns.take(call.deadline);
      try {
        const client = await connectBy(pool, call.deadline);
        let lost = false;
        try {
          return await work(client);
        } catch (error) {
          lost = error instanceof SourceError && error.connectionLost;
          throw error;
        } finally {
          client.release(lost || client.getTransactionStatus() !== 'I');
        }
      } finally {
        turns.give(turn);
      }
    },
    close: () => pool.end(),
  };
}
