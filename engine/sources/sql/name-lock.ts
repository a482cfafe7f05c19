/** Locks of a name, taken by a transaction before it reads: they end with it, and need no object in the database. */
import { createHash } from 'node:crypto';
import type { BoundStatement, SqlSession } from '../source.ts';
import { lockName } from './mssql/control-statements.ts';

const digestOf = (name: string): Buffer => createHash('sha256').update(name, 'utf8').digest();

/** PostgreSQL names such locks by 64 bits. Two names of one number wait for each other, and nothing worse. */
export function postgresLock(name: string): BoundStatement {
  return { sql: 'select pg_advisory_xact_lock($1::bigint)', values: [digestOf(name).readBigInt64BE()] };
}

export function mssqlLock(name: string): BoundStatement {
  return { sql: lockName('@p1'), values: [name] };
}

/** The name of a lock on MySQL, which has 64 characters for it and does not tell capitals from small letters. */
export function mysqlLockName(name: string): string {
  return `erp-engine:${digestOf(name).toString('hex').slice(0, 53)}`;
}

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
