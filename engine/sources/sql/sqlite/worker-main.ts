/**
 * The program of a worker: it runs one order after the other on one database file, and is killed where one takes too long, because SQLite's
 * driver cannot be interrupted. Argument: absolute path of the file. It reads and writes messages with blocking calls: nothing else happens in
 * this process, and an event loop would cost more than most statements.
 */
import { type BigIntStats, readSync, writeSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { connectSqlite, type SqliteConnection } from './connection.ts';
import { databaseFile, sameFile } from './database-file.ts';
import { sqliteError } from './errors.ts';
import { createFrameReader, parseOrders, replyFrame } from './frames.ts';
import { descriptors, type Mode, type Order, type Outcome, type Reply } from './worker-messages.ts';

const [file = ''] = process.argv.slice(2);

/** By mode. */
const connections = new Map<Mode, SqliteConnection>();
/** The identity of the file when it was opened first. */
let opened: BigIntStats | undefined;

function connectionOf(mode: Mode): SqliteConnection {
  const openConnection = connections.get(mode);
  if (openConnection !== undefined) return openConnection;
  // Before it is opened: if the file is replaced in between, the next message notices that.
  opened ??= databaseFile(file);
  const connection = connectSqlite(file, mode);
  connections.set(mode, connection);
  return connection;
}

const inTransaction = (): boolean => [...connections.values()].some((connection) => connection.inTransaction);

/** Another file has the name now, such as a restored backup, while a connection still has the old one open. */
function isReplaced(): boolean {
  return connections.size > 0 && opened !== undefined && !inTransaction() && !sameFile(databaseFile(file), opened);
}

/** Empties the write-ahead log first: SQLite does that only when the last connection closes. */
function close(): void {
  const writer = connections.get('write');
  try {
    if (writer?.inTransaction === false) writer.command('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    for (const connection of connections.values()) connection.close();
  }
}

let isWatched = false;

/** Has the end of the service end this process also during a statement. */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  new Worker(join(import.meta.dirname, `worker-watch${extname(import.meta.filename)}`));
}

function carryOut(order: Order): Outcome {
  switch (order.kind) {
    case 'close':
      close();
      return { kind: 'done' };
    case 'open':
      connectionOf(order.mode);
      return { kind: 'done' };
    case 'run': {
      watch();
      const connection = connectionOf(order.mode);
      const begin = performance.now();
      const result = connection.run(order);
      return { kind: 'result', result, ms: Math.ceil((performance.now() - begin) * 1_000) };
    }
    case 'command':
      watch();
      connectionOf(order.mode).command(order.sql);
      return { kind: 'done' };
    case 'describe':
      return { kind: 'described', description: connectionOf('read').describe(order.sql) };
  }
}

function failed(error: unknown): Outcome {
  const { kind, message, position } = sqliteError(error);
  return { kind: 'failed', failure: { kind, message, position } };
}

function outcomesOf(orders: readonly Order[]): readonly Outcome[] | undefined {
  try {
    if (orders[0]?.kind !== 'close' && isReplaced()) return undefined;
  } catch (error) {
    return orders.map(() => failed(error));
  }
  return orders.map((order) => {
    try {
      return carryOut(order);
    } catch (error) {
      return failed(error);
    }
  });
}

function send(reply: Reply): void {
  const bytes = replyFrame(reply);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(descriptors.orders, bytes, sent);
}

// A terminal or a supervisor signals whole groups of processes; the service decides when its workers stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const read = createFrameReader((json) => {
  const outcomes = outcomesOf(parseOrders(json));
  send({ outcomes, inTransaction: inTransaction() });
});
const buffer = Buffer.allocUnsafe(65_536);
try {
  for (let length = 1; length > 0; ) {
    length = readSync(descriptors.orders, buffer);
    read(Buffer.from(buffer.subarray(0, length)));
  }
} catch (error) {
  // The service may have ended before it read a reply; any other error is a bug.
  const isPipe = error instanceof Error && 'syscall' in error;
  if (!isPipe) writeSync(2, `engine: a worker of SQLite failed: ${String(error)}\n`);
} finally {
  // SQLite rolls back what is open. A regular exit would wait for the thread.
  process.kill(process.pid, 'SIGKILL');
}
