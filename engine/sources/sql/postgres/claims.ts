/** Write claims on PostgreSQL. */
import { type ClaimsSql, insertIgnoringConflict, isMissingUnderLock, quotedTable } from '../claims-sql.ts';
import { postgresDialect } from './dialect.ts';

export const postgresClaims: ClaimsSql = {
  hashType: 'char(64)',
  textType: 'text',
  createsOnce: false,
  addColumn: 'add column',
  isMissing(session, table) {
    const values = [quotedTable(table, postgresDialect.quote)];
    return isMissingUnderLock(session, {
      lock: { sql: 'select pg_advisory_xact_lock(hashtext($1))', values },
      find: { sql: 'select to_regclass($1)::text as found', values },
    });
  },
  inserter: (table) => insertIgnoringConflict(postgresDialect, table),
};
