/** The lock of a name on PostgreSQL. */
import type { BoundStatement } from '../../source.ts';
import { lockDigest } from '../name-lock.ts';

/** The server identifies such locks by 64 bits. Two names with the same bits wait for each other, which is harmless. */
export function postgresLock(name: string): BoundStatement {
  return { sql: 'select pg_advisory_xact_lock($1::bigint)', values: [lockDigest(name).readBigInt64BE()] };
}
