/** Fixtures of the contract checks on MySQL and MariaDB. */
import { createTableAs, type FixtureSql } from '../fixture-sql.ts';

export const mysqlFixture: FixtureSql = {
  writableColumns: `SELECT NULL AS s, c.table_name AS t, c.column_name AS c FROM information_schema.columns c
    JOIN information_schema.tables b ON b.table_schema = c.table_schema AND b.table_name = c.table_name
    WHERE b.table_type = 'BASE TABLE' AND c.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') = ''
    ORDER BY c.table_name, c.ordinal_position`,
  ignoreForeignKeys: 'SET SESSION foreign_key_checks = 0',
  columnText: (column) => `CAST(${column} AS CHAR)`,
  oneOf: (_table, condition) => `${condition} LIMIT 1`,
  createTableFrom: createTableAs,
  keepingNumbers: '',
  scripts: 'semicolons',
};
