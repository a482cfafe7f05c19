/** Databases of case files that run in parallel on one SQL Server. */
import { expect, it, onTestFinished } from 'vitest';
import { mssqlTestServer } from '../../../../src/workbench/testing/databases/mssql.ts';
import { startTdsDouble } from '../../../support/tds/server.ts';

it('are made and removed one after the other, over one connection', async () => {
  const double = await startTdsDouble({});
  onTestFinished(() => double.close());
  const server = await mssqlTestServer(`mssql://engine:secret@127.0.0.1:${double.port}/?encrypt=false`);
  const made = await Promise.all([1, 2, 3].map(() => server.make([], 'UTC')));
  await Promise.all(made.map(({ drop }) => drop()));
  await server.close();
  const asked = double.heard.map(({ request }) => request.sql.replace(/engine_test_[0-9a-f]+/, 'X')).sort();
  const each = (sql: string) => [sql, sql, sql];
  expect(asked).toEqual([
    ...each('alter database X set allow_snapshot_isolation on'),
    ...each('alter database X set single_user with rollback immediate'),
    ...each('create database X'),
    ...each('drop database X'),
  ]);
});
