/** The service's store on SQLite. */
import { type StoreSql, tableThenIndexes } from '../store-sql.ts';

export const sqliteStore: StoreSql = {
  types: { digest: 'text', text: 'text', exact: 'text', word: 'text' },
  createTable: (table) => tableThenIndexes(table, ' without rowid'),
  clock: "cast(round(unixepoch('subsec') * 1000) as integer)",
  upserts: true,
  ignoresConflicts: true,
};
