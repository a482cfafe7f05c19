/** Fixtures of the contract checks on SQL Server. */
import type { FixtureSql } from '../fixture-sql.ts';

export const mssqlFixture: FixtureSql = {
  writableColumns: `SELECT SCHEMA_NAME(b.schema_id) AS s, b.name AS t, c.name AS c FROM sys.columns c
    JOIN sys.tables b ON b.object_id = c.object_id WHERE c.is_computed = 0 ORDER BY b.name, c.column_id`,
  ignoreForeignKeys: "EXEC sp_MSforeachtable 'ALTER TABLE ? NOCHECK CONSTRAINT ALL'",
  columnText: (column) => `RTRIM(CAST(${column} AS nvarchar(4000)))`,
  oneOf: (table, condition) => `%%physloc%% = (SELECT TOP (1) %%physloc%% FROM ${table} WHERE ${condition})`,
  createTableFrom: (table, columns, from) => `SELECT ${columns} INTO ${table} ${from}`,
  keepingNumbers: '',
  scripts: 'go',
};
