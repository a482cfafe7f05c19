/** Fixtures of the contract checks on PostgreSQL. */
import { createTableAs, type FixtureSql, oneBy } from '../fixture-sql.ts';

export const postgresFixture: FixtureSql = {
  writableColumns: `SELECT c.table_schema AS s, c.table_name AS t, c.column_name AS c FROM information_schema.columns c
    JOIN information_schema.tables b ON b.table_schema = c.table_schema AND b.table_name = c.table_name
    WHERE b.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
    ORDER BY c.table_schema, c.table_name, c.ordinal_position`,
  ignoreForeignKeys: 'SET session_replication_role = replica',
  columnText: (column) => `CAST(${column} AS text)`,
  oneOf: oneBy('ctid'),
  createTableFrom: createTableAs,
  keepingNumbers: 'OVERRIDING SYSTEM VALUE ',
  scripts: 'psql',
};
