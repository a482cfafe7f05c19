/** One process at a time on an SQLite store: several would each sweep, and one day each work on the same claims. */
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { StoreRefusal } from './database.ts';

const pauseMs = 100;

/** Gives the lock back. The operating system does so too when the process ends, however it ends. */
export type Release = () => void;

function tryLock(file: string): Release | undefined {
  const database = new Database(file, { timeout: 0 });
  try {
    // Nothing is ever written, so that the file stays empty and no journal appears.
    database.exec('BEGIN EXCLUSIVE');
    return () => void database.close();
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/**
 * Holds a lock on a file beside the store, and not on the store itself, which stays open to back-ups. Waits up to `waitMs` for
 * a predecessor that is about to end; rejects with `StoreRefusal` where one does not.
 */
export async function ownAlone(store: string, waitMs: number): Promise<Release> {
  const until = performance.now() + waitMs;
  for (;;) {
    const release = tryLock(`${store}-lock`);
    if (release) return release;
    if (performance.now() >= until) break;
    await sleep(pauseMs);
  }
  throw new StoreRefusal(
    `The store ${store} is in use by another process of this service.`,
    'Stop the other one, or give each installation a store of its own (--store). Replicas of one installation share a store on PostgreSQL, MySQL or SQL Server.',
  );
}
