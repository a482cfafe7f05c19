/**
 * The program of a worker: it runs one order after the other on one database file, and is killed where one takes too long, because SQLite's
 * driver cannot be interrupted. Arguments: absolute path of the file, mode.
 */
import type { BigIntStats } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { connectSqlite, type SqliteConnection } from './connection.ts';
import { databaseFile, sameFile } from './database-file.ts';
import { sqliteError } from './errors.ts';
import type { Order, Outcome, Reply } from './worker-messages.ts';

const [file = '', mode] = process.argv.slice(2);

interface Opened {
  readonly connection: SqliteConnection;
  /** The identity of the file when it was opened. */
  readonly stats: BigIntStats;
}
let opened: Opened | undefined;

function open(): Opened {
  // Before it is opened: where the file is replaced in between, the next order notices that.
  const stats = databaseFile(file);
  return { connection: connectSqlite(file, mode === 'write' ? 'write' : 'read'), stats };
}

/** Another file has the name now, such as a restored backup, while the connection still has the old one open. */
function replaced({ connection, stats }: Opened): boolean {
  if (connection.inTransaction) return false;
  return !sameFile(databaseFile(file), stats);
}

/** Empties the write-ahead log first: SQLite does that only when the last connection closes. */
function close(connection: SqliteConnection): void {
  try {
    if (mode === 'write' && !connection.inTransaction) connection.command('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}

function carryOut(order: Order): Outcome {
  if (order.kind === 'close') {
    if (opened !== undefined) close(opened.connection);
    return { kind: 'done' };
  }
  opened ??= open();
  if (replaced(opened)) return { kind: 'replaced' };
  const { connection } = opened;
  switch (order.kind) {
    case 'open':
      return { kind: 'done' };
    case 'run':
      return { kind: 'result', result: connection.run(order) };
    case 'command':
      connection.command(order.sql);
      return { kind: 'done' };
    case 'describe':
      return { kind: 'described', description: connection.describe(order.sql) };
  }
}

function answer(order: Order): Reply {
  let outcome: Outcome;
  try {
    outcome = carryOut(order);
  } catch (error) {
    const { kind, message, position } = sqliteError(error);
    outcome = { kind: 'failed', failure: { kind, message, position } };
  }
  return { outcome, inTransaction: opened?.connection.inTransaction ?? false };
}

const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' && message !== null && 'kind' in message;

// A terminal or a supervisor signals whole groups of processes; the service decides when its workers stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
new Worker(join(import.meta.dirname, `worker-watch${extname(import.meta.filename)}`)).unref();
process.on('message', (order) => {
  if (!isOrder(order)) return;
  // A send fails when the service has ended: SQLite rolls back what is open when this process ends.
  process.send?.(answer(order), (error: Error | null) => {
    if (error !== null) process.exit(1);
  });
});
