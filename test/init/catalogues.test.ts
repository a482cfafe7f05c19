/** The statements that read the catalogue of a SQL Server are T-SQL: no server of that kind is at hand to say so. */
import { expect, it } from 'vitest';
import { grammarOf } from '../../engine/sources/sql/grammar/index.ts';
import { mssqlCatalogue } from '../../src/init/introspect/mssql.ts';

it.each([
  ['columns', mssqlCatalogue.columns],
  ['keys', mssqlCatalogue.keys],
  ['foreignKeys', mssqlCatalogue.foreignKeys],
  ['firstRows', mssqlCatalogue.firstRows('[dbo]', 5)],
])('%s', async (_name, sql) => {
  const grammar = await grammarOf('mssql', 'check');
  expect(grammar?.(sql)).toMatchObject({ kind: 'read' });
});
