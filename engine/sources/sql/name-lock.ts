/** Locks of a name, taken by a transaction before it reads: they end with it, and need no object in the database. */
import { createHash } from 'node:crypto';
import type { BoundStatement, SqlSession } from '../source.ts';

/** SHA-256 of the name, for databases that limit the names of locks. */
export const lockDigest = (name: string): Buffer => createHash('sha256').update(name, 'utf8').digest();

/** Work whose transaction begins with taking the lock. */
export function afterLock<T>(
  lock: BoundStatement,
  work: (session: SqlSession) => Promise<T>,
): (session: SqlSession) => Promise<T> {
  return async (session) => {
    await session.execute(lock);
    return work(session);
  };
}
