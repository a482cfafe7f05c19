/** Scripts that a test run gives to its own database, outside the engine, on a real PostgreSQL server. */
import { afterAll, expect, it } from 'vitest';
import { createScriptRunner, type DatabaseClient } from '../../../../src/workbench/testing/databases/client.ts';
import { postgresClient } from '../../../../src/workbench/testing/databases/postgres.ts';
import { providedUrl } from '../../../support/provided.ts';

const url = providedUrl('postgresUrl');
const opened: DatabaseClient[] = [];
const scripts = createScriptRunner(async () => {
  const client = await postgresClient(url);
  opened.push(client);
  return client;
});
afterAll(() => scripts.close());

const session = "SELECT pg_backend_pid() AS pid, current_setting('session_replication_role') AS role";

it('use the idle connection, with its first settings', async () => {
  const [first] = await scripts.run(session);
  await scripts.run('SET session_replication_role = replica; SELECT 1');
  expect(await scripts.run(session)).toEqual([{ pid: first?.pid, role: 'origin' }]);
  expect(opened).toHaveLength(1);
});

it('find no temporary table of an earlier script', async () => {
  await scripts.run('CREATE TEMPORARY TABLE left_over (id int)');
  const [row] = await scripts.run("SELECT to_regclass('left_over') AS name");
  expect(row).toEqual({ name: null });
});

it('do not use a connection that the server has ended', async () => {
  const [first] = await scripts.run(session);
  const other = await postgresClient(url);
  await other.execute('SELECT pg_terminate_backend($1)', [first?.pid ?? null]);
  await other.close();
  // The driver learns of it when it reads from the socket.
  await expect.poll(() => opened[0]?.isLost?.()).toBe(true);
  expect(await scripts.run('SELECT 1 AS one')).toEqual([{ one: '1' }]);
  expect(opened).toHaveLength(2);
});

it('have a connection each while they run at the same time', async () => {
  const before = opened.length;
  const pids = await Promise.all([1, 2].map(() => scripts.run('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')));
  expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(2);
  expect(opened).toHaveLength(before + 1);
});

it.each([
  ['a statement that the database rejects', 'SELECT nothing FROM nowhere', /nowhere/],
  ['a transaction that stays open', 'BEGIN; SELECT 1', /DISCARD ALL cannot run inside a transaction block/],
])('do not reuse a connection after %s', async (_what, script, message) => {
  const before = opened.length;
  await expect(scripts.run(script)).rejects.toThrow(message);
  await Promise.all([1, 2].map(() => scripts.run('SELECT pg_sleep(0.1)')));
  expect(opened).toHaveLength(before + 1);
});
