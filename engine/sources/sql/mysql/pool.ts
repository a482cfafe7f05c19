/** Connections of one kind to one MySQL database. A connection whose state is unknown is never lent again. */
import { type CallContext, SourceError } from '../../source.ts';
import { createTurns } from '../fifo-pool.ts';
import type { MysqlConnection } from './connection.ts';

export interface MysqlPool {
  /** Lends a connection for `work`. It is destroyed where the error says that it was lost, or a transaction is left open. */
  lend<T>(call: CallContext, work: (connection: MysqlConnection) => Promise<T>): Promise<T>;
  /** Ends idle connections at once, and the others when they are given back. */
  close(): Promise<void>;
}

interface Slot {
  connection: MysqlConnection | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Idle connections are ended before a firewall or the server does it silently. */
const idleMs = 60_000;

/** A pool of at most `size` connections, made by `connect` when they are needed. */
export function createMysqlPool(connect: (call: CallContext) => Promise<MysqlConnection>, size: number): MysqlPool {
  const slots = Array.from({ length: size }, (): Slot => ({ connection: undefined, idle: undefined }));
  const turns = createTurns(slots);
  const lent = new Set<Promise<unknown>>();
  let closed = false;

  function put(slot: Slot): void {
    slot.connection?.end();
    slot.connection = undefined;
  }

  async function using<T>(
    slot: Slot,
    call: CallContext,
    work: (connection: MysqlConnection) => Promise<T>,
  ): Promise<T> {
    clearTimeout(slot.idle);
    if (slot.connection?.alive !== true) slot.connection = await connect(call);
    const { connection } = slot;
    let lost = false;
    try {
      return await work(connection);
    } catch (error) {
      lost = error instanceof SourceError && error.connectionLost;
      throw error;
    } finally {
      if (lost || connection.inTransaction || !connection.alive) {
        connection.destroy();
        slot.connection = undefined;
      } else if (closed) put(slot);
      else slot.idle = setTimeout(() => put(slot), idleMs).unref();
    }
  }

  return {
    async lend(call, work) {
      if (closed) throw new SourceError('unreachable', 'The source is closed.');
      const slot = await turns.take(call.deadline);
      const running = using(slot, call, work);
      lent.add(running);
      try {
        return await running;
      } finally {
        lent.delete(running);
        turns.give(slot);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(lent);
      for (const slot of slots) {
        clearTimeout(slot.idle);
        put(slot);
      }
    },
  };
}
