/** The store in an SQLite file, within this process: its statements are short, and no other process holds a lock for long. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type BoundStatement, connectSqlite, SourceError, type SqlSession, whileBusy } from '../../engine/index.ts';
import { type StoreDatabase, StoreRefusal } from './database.ts';
import { ownAlone } from './single-owner.ts';

/** How long a start waits for the end of the process before it, in milliseconds. */
const ownerWaitMs = 2_000;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^SQLite: /, '');

const whereTo = 'Set store (ENGINE_STORE) to a file in a folder that exists and that the service may write to.';
/** For a file that is damaged. */
export const damagedHint =
  'Stop what writes to it, then restore it from a backup or move it away: the service makes a new one at its next start.';

/** Creates the file where it is missing, and looks at its first bytes: SQLite's own words for a foreign file say little. */
function prepareFile(file: string): void {
  const magic = 'SQLite format 3\0';
  const bytes = Buffer.alloc(magic.length);
  let length: number;
  try {
    // For the user of the service alone: keys of the ERP's rows are nobody else's business.
    const descriptor = openSync(file, 'a+', 0o600);
    try {
      length = readSync(descriptor, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new StoreRefusal(`The store ${file} cannot be opened for writing: ${reasonOf(error)}.`, whereTo);
  }
  if (length > 0 && bytes.toString('latin1') !== magic) {
    throw new StoreRefusal(`The store ${file} is no SQLite file, or its beginning is damaged.`, damagedHint);
  }
}

function connect(file: string) {
  try {
    return connectSqlite(file, 'write');
  } catch (error) {
    const damaged = /NOTADB|CORRUPT/.test(reasonOf(error));
    const what = damaged ? 'is damaged' : 'cannot be opened';
    throw new StoreRefusal(`The store ${file} ${what}: ${reasonOf(error)}.`, damaged ? damagedHint : whereTo);
  }
}

/** Opens the file, or makes it, and keeps other services from it. Rejects with `StoreRefusal`. */
export async function openSqliteDatabase(file: string, waitMs = ownerWaitMs): Promise<StoreDatabase> {
  prepareFile(file);
  const release = await ownAlone(file, waitMs).catch((error: unknown) => {
    if (error instanceof StoreRefusal) throw error;
    throw new StoreRefusal(`The file ${file}-lock cannot be opened: ${reasonOf(error)}.`, whereTo);
  });
  try {
    return databaseOn(connect(file), release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens the file beside a service that may be working on it: SQLite lets one process write after the other, and what must not be done
 * twice compares before it sets. Undefined where there is no file. Rejects with `StoreRefusal`.
 */
export async function openSqliteBeside(file: string): Promise<StoreDatabase | undefined> {
  if (!existsSync(file)) return undefined;
  prepareFile(file);
  return databaseOn(connect(file), () => undefined);
}

function databaseOn(connection: ReturnType<typeof connect>, release: () => void): StoreDatabase {
  /** One connection: whoever comes while a transaction is open waits for its end. */
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(() => {
      if (closed) throw new SourceError('unreachable', 'The store is closed.');
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  }

  const session: SqlSession = { execute: async (statement: BoundStatement) => connection.run(statement) };
  return {
    dialect: 'sqlite',
    read: (statement, { deadline }) => inTurn(() => whileBusy(deadline, async () => connection.run(statement).rows)),
    transaction: ({ deadline }, work, durability) =>
      inTurn(async () => {
        // Has no effect inside of a transaction. In WAL mode, NORMAL leaves the disk to the next checkpoint.
        connection.command(`PRAGMA synchronous = ${durability === 'light' ? 'NORMAL' : 'FULL'}`);
        // An operator's command may be writing at this moment.
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
      await inTurn(() => {
        closed = true;
        connection.close();
        release();
      }).catch(() => undefined);
    },
  };
}
