/** The service's store on PostgreSQL. */
import { type StoreSql, tableThenIndexes } from '../store-sql.ts';

export const postgresStore: StoreSql = {
  types: { digest: 'char(64)', text: 'text', exact: 'text', word: 'varchar(10)' },
  createTable: (table) => tableThenIndexes(table, ''),
  clock: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
  migrationLock: (name) => `select pg_advisory_xact_lock(hashtext('${name}'))`,
  upserts: true,
  ignoresConflicts: true,
};
