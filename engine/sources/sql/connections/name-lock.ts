/** Locks with a name: transactions with the same name run one after the other. They need no object in the database. */
import { createHash } from 'node:crypto';
import type { BoundStatement, WriteSession } from '../../source.ts';

/** SHA-256 of the name. */
export const nameDigest = (name: string): Buffer => createHash('sha256').update(name, 'utf8').digest();

/** `work` for a transaction whose first statement is `lock`; `work` itself where there is none. */
export function afterLock<T>(
  lock: BoundStatement | undefined,
  work: (session: WriteSession) => Promise<T>,
): (session: WriteSession) => Promise<T> {
  if (lock === undefined) return work;
  return async (session) => {
    await session.execute(lock);
    return work(session);
  };
}
