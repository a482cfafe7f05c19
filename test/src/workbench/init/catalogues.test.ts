/** The statements that read the catalogue of a SQL Server are T-SQL. They are parsed, because no server is available. */
import { expect, it } from 'vitest';
import { mssqlIntrospection } from '../../../../engine/sources/sql/mssql/introspection.ts';
import { kinds } from '../../../support/kinds.ts';

it.each([
  ['columns', mssqlIntrospection.columns],
  ['keys', mssqlIntrospection.keys],
  ['foreignKeys', mssqlIntrospection.foreignKeys],
  ['firstRows', kinds.mssql.dialect.firstRows('*', 'from [dbo]', 5)],
])('%s', async (_name, sql) => {
  const grammar = await kinds.mssql.grammar('check');
  expect(grammar?.(sql)).toMatchObject({ kind: 'read' });
});
