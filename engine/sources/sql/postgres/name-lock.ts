/** The lock of a name on PostgreSQL. */
import type { BoundStatement } from '../../source.ts';
import { nameDigest } from '../connections/name-lock.ts';

/**
 * Waits for the lock and holds it until the transaction ends. The server has 64 bits for its name: two names with the same bits wait for
 * each other, which is harmless.
 */
export function postgresLock(name: string): BoundStatement {
  return { sql: 'select pg_advisory_xact_lock($1::bigint)', values: [nameDigest(name).readBigInt64BE()] };
}
