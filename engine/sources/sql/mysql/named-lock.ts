/** The lock of a name on MySQL, which belongs to the session: it is taken before a transaction and released after it. */
import { type CallContext, SourceError, type SqlSession, type WriteSession } from '../../source.ts';
import { nameDigest } from '../connections/name-lock.ts';
import { inTransaction } from '../connections/transaction.ts';
import { lockSeconds } from './config.ts';
import type { MysqlConnection } from './connection.ts';
import { mysqlTransaction } from './transaction.ts';

/** Milliseconds that the release has at least, however late it is. */
const releaseMs = 2_000;

/** The name of the lock on the server, which compares 64 characters without regard to case. */
const lockNameOf = (name: string): string => `erp-engine:${nameDigest(name).toString('hex').slice(0, 53)}`;

/**
 * Runs `work` in a transaction while this session has the lock of the name: from before its first read until after its commit. Rejects
 * with `conflict` where another transaction holds the lock for too long.
 */
export async function inLockedTransaction<T>(
  connection: MysqlConnection,
  call: CallContext,
  name: string,
  work: (session: WriteSession) => Promise<T>,
): Promise<T> {
  const lock = lockNameOf(name);
  const { rows } = await connection.run({ sql: 'select get_lock(?, ?) as granted', values: [lock, lockSeconds] }, call);
  if (Number(rows[0]?.granted) !== 1)
    throw new SourceError('conflict', 'MySQL: a lock was not granted: another transaction holds it.');
  try {
    return await inTransaction(mysqlTransaction(connection, 'write'), call, async (session) => {
      const result = await work(session);
      await checkHeld(session, lock);
      return result;
    });
  } finally {
    await release(connection, lock, call);
  }
}

/** Unlike the lock of a transaction, this one can be released by a statement in between. */
async function checkHeld(session: SqlSession, lock: string): Promise<void> {
  const held = { sql: 'select is_used_lock(?) = connection_id() as held', values: [lock] };
  const { rows } = await session.execute(held);
  if (Number(rows[0]?.held) === 1) return;
  throw new SourceError(
    'broken',
    'MySQL: the lock of this transaction was given up before its commit, by a procedure (RELEASE_LOCK, RELEASE_ALL_LOCKS) or by a proxy that moved the session to another connection.',
  );
}

/** Does not reject: the outcome of the transaction stands. A session that cannot release its lock is ended. */
async function release(connection: MysqlConnection, lock: string, call: CallContext): Promise<void> {
  if (!connection.isReusable) return connection.cut();
  const ending = { deadline: Math.max(call.deadline, Date.now() + releaseMs) };
  await connection.run({ sql: 'do release_lock(?)', values: [lock] }, ending).catch(() => connection.cut());
}
