/** Fixtures of the contract checks on SQLite. */
import { createTableAs, type FixtureSql, oneBy } from '../fixture-sql.ts';

export const sqliteFixture: FixtureSql = {
  writableColumns: `SELECT NULL AS s, m.name AS t, p.name AS c FROM sqlite_schema m JOIN pragma_table_info(m.name) p
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY m.name, p.cid`,
  ignoreForeignKeys: 'PRAGMA foreign_keys = OFF',
  columnText: (column) => `CAST(${column} AS TEXT)`,
  oneOf: oneBy('rowid'),
  createTableFrom: createTableAs,
  keepingNumbers: '',
  scripts: 'semicolons',
};
