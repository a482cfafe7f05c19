/** Write claims on SQLite. */
import { type ClaimsSql, insertIgnoringConflict } from '../claims-sql.ts';
import { sqliteDialect } from './dialect.ts';

export const sqliteClaims: ClaimsSql = {
  hashType: 'char(64)',
  textType: 'text',
  createsOnce: true,
  addColumn: 'add column',
  inserter: (table) => insertIgnoringConflict(sqliteDialect, table),
};
