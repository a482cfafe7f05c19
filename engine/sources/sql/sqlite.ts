/** SQLite as a source: one writer, readers of their own, and nothing that blocks the process while another one holds a lock. */
import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallContext, SourceError, type SqlSession, type SqlSource } from '../source.ts';
import { leaseSession } from './lease.ts';
import { connectSqlite, type SqliteConnection } from './sqliteConnection.ts';
import { createSqliteFile } from './sqliteCreate.ts';
import { createTurns } from './turns.ts';

export interface SqliteOptions {
  /** Absolute path. */
  readonly file: string;
  /** Absolute paths of SQL scripts that create the file where it is missing. */
  readonly create?: readonly string[] | undefined;
  /** Snapshots at a time; 4 by default. */
  readonly connections?: number | undefined;
  /** Longest wait for the lock of another process, in milliseconds; 5000 by default. */
  readonly busyMs?: number | undefined;
}

function checkCall(call: CallContext, mayGiveUp: boolean): void {
  if (Date.now() >= call.deadline)
    throw new SourceError('timeout', 'The deadline passed before the statement was run.');
  if (mayGiveUp && call.signal?.aborted) throw new SourceError('timeout', 'The caller went away.');
}

/** Tries again while another process holds the lock, without blocking this one. */
async function whileBusy<T>(until: number, work: () => T): Promise<T> {
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return work();
    } catch (error) {
      const busy = error instanceof SourceError && error.kind === 'conflict';
      if (!busy || Date.now() + pause >= until) throw error;
      await sleep(pause);
    }
  }
}

function lease(connection: SqliteConnection, call: CallContext, mayGiveUp: boolean) {
  return leaseSession((statement) => {
    checkCall(call, mayGiveUp);
    return connection.run(statement);
  });
}

/** Opens the file, or creates it. Rejects with `SourceError` where it is missing or no database. */
export async function openSqlite(options: SqliteOptions): Promise<SqlSource> {
  const busyMs = options.busyMs ?? 5_000;
  if (!existsSync(options.file)) {
    if (!options.create?.length) {
      throw new SourceError('unreachable', `There is no database file ${options.file}, and no script to create it.`);
    }
    createSqliteFile(options.file, options.create);
  }
  const file = realpathSync(options.file);
  const until = Date.now() + busyMs;
  let writer: SqliteConnection | undefined = await whileBusy(until, () => connectSqlite(file, 'write'));
  const reader = await whileBusy(until, () => connectSqlite(file, 'read'));
  const snapshots = Array.from({ length: options.connections ?? 4 }, () => ({
    connection: undefined as SqliteConnection | undefined,
  }));
  const readers = createTurns(snapshots);
  const writers = createTurns([true]);
  let prober: SqliteConnection | undefined;
  let closed = false;

  const busyLimit = (call: CallContext) => Math.min(call.deadline, Date.now() + busyMs);
  const checkOpen = () => {
    if (closed) throw new SourceError('unreachable', 'The source is closed.');
  };

  /** Leaves no open transaction behind: where it cannot be rolled back, the connection is closed. */
  function rollBack(connection: SqliteConnection): boolean {
    try {
      if (connection.inTransaction) connection.command('ROLLBACK');
      return true;
    } catch {
      connection.close();
      return false;
    }
  }

  async function write<T>(call: CallContext, work: (session: SqlSession) => Promise<T>): Promise<T> {
    writer ??= connectSqlite(file, 'write');
    const connection = writer;
    await whileBusy(busyLimit(call), () => connection.command('BEGIN IMMEDIATE'));
    const turn = lease(connection, call, false);
    try {
      const result = await work(turn.session);
      await turn.end();
      if (!connection.inTransaction) throw new SourceError('broken', 'The transaction had ended before its commit.');
      await whileBusy(busyLimit(call), () => connection.command('COMMIT'));
      return result;
    } catch (error) {
      await turn.end().catch(() => undefined);
      if (rollBack(connection)) throw error;
      writer = undefined;
      throw new SourceError('broken', 'SQLite: a transaction could not be rolled back.', {
        connectionLost: true,
        cause: error,
      });
    }
  }

  return {
    dialect: 'sqlite',
    identity: `sqlite:${file}`,
    async read(statement, call) {
      checkOpen();
      return whileBusy(busyLimit(call), () => {
        checkCall(call, true);
        return reader.run(statement).rows;
      });
    },
    async snapshot(call, work) {
      checkOpen();
      const slot = await readers.take(call.deadline);
      try {
        checkOpen();
        slot.connection ??= connectSqlite(file, 'read');
        const { connection } = slot;
        connection.command('BEGIN');
        const turn = lease(connection, call, true);
        try {
          return await work(turn.session);
        } finally {
          await turn.end().catch(() => undefined);
          if (!rollBack(connection)) slot.connection = undefined;
        }
      } finally {
        readers.give(slot);
      }
    },
    async transaction(call, work) {
      checkOpen();
      const turn = await writers.take(call.deadline);
      try {
        checkOpen();
        checkCall(call, false);
        return await write(call, work);
      } finally {
        writers.give(turn);
      }
    },
    async describe(sql) {
      checkOpen();
      return reader.describe(sql);
    },
    async probe(sql, call) {
      checkOpen();
      try {
        prober ??= connectSqlite(file, 'read');
        const connection = prober;
        await whileBusy(busyLimit(call), () =>
          connection.run({ sql: sql ?? 'select count(*) from sqlite_schema', values: [] }),
        );
      } catch (error) {
        prober?.close();
        prober = undefined;
        throw error;
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await writers.take(Date.now() + busyMs).catch(() => undefined);
      for (const connection of [prober, reader, writer, ...snapshots.map((slot) => slot.connection)])
        connection?.close();
    },
  };
}
