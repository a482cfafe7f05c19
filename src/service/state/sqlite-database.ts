/** The store in an SQLite file. Statements run in this process: they are short, and no other process holds a lock for long. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import {
  type BoundStatement,
  connectSqlite,
  type SqlSession,
  sqliteKind,
  whileBusy,
} from '../../../engine/host/index.ts';
import { SourceError } from '../../../engine/index.ts';
import { type StoreDatabase, StoreRefusal } from './database.ts';
import { lockStore } from './single-owner.ts';

/** How long a start waits for the previous process to end, in milliseconds. */
const ownerWaitMs = 2_000;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^SQLite: /, '');

const pathHint = 'Set store (ENGINE_STORE) to a file in an existing folder that the service may write to.';
/** What to do about a damaged file. */
export const damagedHint =
  'Stop the service, then restore the file from a backup, or move it away: the service creates a new one when it starts.';

/** Creates the file if it is missing, and checks its first bytes: SQLite's own message for another kind of file is unclear. */
function prepareFile(file: string): void {
  const magic = 'SQLite format 3\0';
  const bytes = Buffer.alloc(magic.length);
  let length: number;
  try {
    // Only the service's user may read it: it contains keys of the ERP's rows.
    const descriptor = openSync(file, 'a+', 0o600);
    try {
      length = readSync(descriptor, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new StoreRefusal(`The store ${file} cannot be opened for writing: ${reasonOf(error)}.`, pathHint);
  }
  if (length > 0 && bytes.toString('latin1') !== magic) {
    throw new StoreRefusal(`The store ${file} is not an SQLite file, or its header is damaged.`, damagedHint);
  }
}

function connect(file: string) {
  try {
    return connectSqlite(file, 'write');
  } catch (error) {
    const damaged = /NOTADB|CORRUPT/.test(reasonOf(error));
    const what = damaged ? 'is damaged' : 'cannot be opened';
    throw new StoreRefusal(`The store ${file} ${what}: ${reasonOf(error)}.`, damaged ? damagedHint : pathHint);
  }
}

/** Opens or creates the file and locks it for this process. Rejects with `StoreRefusal`. */
export async function openSqliteDatabase(file: string, waitMs = ownerWaitMs): Promise<StoreDatabase> {
  prepareFile(file);
  const release = await lockStore(file, waitMs).catch((error: unknown) => {
    if (error instanceof StoreRefusal) throw error;
    throw new StoreRefusal(`The file ${file}-lock cannot be opened: ${reasonOf(error)}.`, pathHint);
  });
  try {
    return databaseOn(connect(file), release, stillThere(file));
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens the file while a service may be using it. That is safe: SQLite serialises writers, and changes to claims are compare-and-set.
 * Undefined if there is no file. Rejects with `StoreRefusal`.
 */
export async function openSharedSqliteDatabase(file: string): Promise<StoreDatabase | undefined> {
  if (!existsSync(file)) return undefined;
  prepareFile(file);
  return databaseOn(connect(file), () => undefined, stillThere(file));
}

/** A check that the file is the one that was opened. SQLite itself goes on with a deleted file, whose content is lost at the end. */
function stillThere(file: string): () => void {
  const inode = (): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const opened = inode();
  return () => {
    if (inode() === opened) return;
    const message = `The store ${file} was deleted or replaced while the service uses it. Nothing more is written. Restore the file, then restart the service.`;
    throw new SourceError('unreachable', message);
  };
}

function databaseOn(connection: ReturnType<typeof connect>, release: () => void, check: () => void): StoreDatabase {
  /** There is one connection: each call waits for the one before it. */
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  /** How the connection writes to disk; undefined before the first transaction. */
  let synchronous: 'NORMAL' | 'FULL' | undefined;

  function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(() => {
      if (closed) throw new SourceError('unreachable', 'The store is closed.');
      check();
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  }

  const session: SqlSession = { execute: async (statement: BoundStatement) => connection.run(statement) };
  return {
    databaseKind: sqliteKind,
    isFile: true,
    read: (statement, { deadline }) => enqueue(() => whileBusy(deadline, async () => connection.run(statement).rows)),
    transaction: ({ deadline }, work, durability) =>
      enqueue(async () => {
        // Must run outside of a transaction. In WAL mode, NORMAL syncs to disk at the next checkpoint only.
        const mode = durability === 'relaxed' ? 'NORMAL' : 'FULL';
        if (mode !== synchronous) connection.command(`PRAGMA synchronous = ${mode}`);
        synchronous = mode;
        // An operator's command may hold the write lock.
        await whileBusy(deadline, async () => connection.command('BEGIN IMMEDIATE'));
        try {
          const result = await work(session);
          connection.command('COMMIT');
          return result;
        } finally {
          if (connection.inTransaction) connection.command('ROLLBACK');
        }
      }),
    async close() {
      await last;
      if (closed) return;
      closed = true;
      connection.close();
      release();
    },
  };
}
