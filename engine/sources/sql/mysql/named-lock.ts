/** A lock of a name on MySQL. There it belongs to the session and not to a transaction, so that it is put around one. */
import { type CallContext, SourceError, type SqlSession } from '../../source.ts';
import { lockDigest } from '../name-lock.ts';
import { lockSeconds } from './config.ts';
import type { MysqlConnection } from './connection.ts';
import { inMysqlTransaction } from './transaction.ts';

/** The server has 64 characters for the name of a lock, and does not tell upper from lower case. */
export function mysqlLockName(name: string): string {
  return `erp-engine:${lockDigest(name).toString('hex').slice(0, 53)}`;
}

/** Time that the release has, however late it is, in milliseconds. */
const graceMs = 2_000;

/**
 * Runs `work` in a transaction while this session alone has the lock: from before its first look at the data until after its commit.
 * Rejects with `conflict` where a rival holds the lock for too long.
 */
export async function inLockedTransaction<T>(
  connection: MysqlConnection,
  call: CallContext,
  lock: string,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const name = mysqlLockName(lock);
  const take = { sql: 'select get_lock(?, ?) as granted', values: [name, lockSeconds] };
  const { rows } = await connection.run(take, call);
  if (Number(rows[0]?.granted) !== 1)
    throw new SourceError('conflict', 'MySQL: a lock was not granted: another transaction holds it.');
  try {
    return await inMysqlTransaction(connection, call, begin, async (session) => {
      const result = await work(session);
      await checkHeld(session, name);
      return result;
    });
  } finally {
    await release(connection, name, call);
  }
}

/** Unlike a lock of a transaction, this one can be given up by whatever runs in between. */
async function checkHeld(session: SqlSession, name: string): Promise<void> {
  const held = { sql: 'select is_used_lock(?) = connection_id() as held', values: [name] };
  const { rows } = await session.execute(held);
  if (Number(rows[0]?.held) === 1) return;
  throw new SourceError(
    'broken',
    'MySQL: the lock of this transaction was given up before its commit, by a procedure (RELEASE_LOCK, RELEASE_ALL_LOCKS) or by a proxy that moved the session to another connection.',
  );
}

/** What was committed stands whatever becomes of the release: a session that does not let go of its lock is ended. */
async function release(connection: MysqlConnection, name: string, call: CallContext): Promise<void> {
  const ending = { deadline: Math.max(call.deadline, Date.now() + graceMs) };
  try {
    // Of a session in an unknown state nothing is asked any more.
    if (connection.inTransaction || !connection.alive) connection.destroy();
    else await connection.run({ sql: 'do release_lock(?)', values: [name] }, ending);
  } catch {
    connection.destroy();
  }
}
