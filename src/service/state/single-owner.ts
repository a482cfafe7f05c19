/** A lock that gives one process at a time an SQLite store. Several would sweep it and work on the same claims. */
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { StoreRefusal } from './database.ts';

const pauseMs = 100;

/** Releases the lock. The operating system also releases it when the process ends, even by a kill. */
type Release = () => void;

function tryLock(file: string): Release | undefined {
  const database = new Database(file, { timeout: 0 });
  try {
    // Nothing is written, so the file stays empty and SQLite creates no journal.
    database.exec('BEGIN EXCLUSIVE');
    return () => void database.close();
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/**
 * Locks the file `<store>-lock`, not the store itself, which backups must be able to read. Waits up to `waitMs` milliseconds for another
 * process that is about to end. Rejects with `StoreRefusal` if it does not end in time.
 */
export async function lockStore(store: string, waitMs: number): Promise<Release> {
  const until = performance.now() + waitMs;
  for (;;) {
    const release = tryLock(`${store}-lock`);
    if (release) return release;
    if (performance.now() >= until) break;
    await sleep(pauseMs);
  }
  throw new StoreRefusal(
    `The store ${store} is in use by another process of this service.`,
    'Stop the other one, or give each installation its own store (--store). Replicas of one installation share a store on PostgreSQL, MySQL or SQL Server.',
  );
}
