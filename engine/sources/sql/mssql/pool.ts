/** Connections of one kind to one database. A connection whose state is unknown is never lent again. */
import type { Connection } from 'tedious';
import { type CallContext, SourceError } from '../../source.ts';
import { createTurns } from '../fifo-pool.ts';
import { retire } from './connection.ts';

export interface MssqlPool {
  /** Lends a connection for `work`. It is ended where the error says that it was lost, or where a transaction is left open. */
  lend<T>(call: CallContext, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for what is lent out, up to `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface Place {
  connection: Connection | undefined;
  idle: NodeJS.Timeout | undefined;
}

const idleMs = 60_000;

/** A pool of at most `size` connections, made by `connect` when they are needed. */
export function createMssqlPool(connect: (call: CallContext) => Promise<Connection>, size: number): MssqlPool {
  const places = Array.from({ length: size }, (): Place => ({ connection: undefined, idle: undefined }));
  const turns = createTurns(places);
  let closed = false;

  function drop(place: Place): void {
    clearTimeout(place.idle);
    if (place.connection) retire(place.connection);
    place.connection = undefined;
  }

  return {
    async lend(call, work) {
      const place = await turns.take(call.deadline);
      try {
        if (closed) throw new SourceError('unreachable', 'SQL Server: the source is closed.');
        clearTimeout(place.idle);
        if (place.connection?.closed) drop(place);
        const connection = place.connection ?? (await connect(call));
        place.connection = connection;
        try {
          return await work(connection);
        } catch (error) {
          if (error instanceof SourceError && error.connectionLost) drop(place);
          throw error;
        } finally {
          if (connection.inTransaction) drop(place);
        }
      } finally {
        if (closed) drop(place);
        else if (place.connection) place.idle = setTimeout(() => drop(place), idleMs).unref();
        turns.give(place);
      }
    },
    async close(graceMs) {
      closed = true;
      const until = Date.now() + graceMs;
      await Promise.all(places.map(() => turns.take(until).catch(() => undefined)));
      for (const place of places) drop(place);
    },
  };
}
