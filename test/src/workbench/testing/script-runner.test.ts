/** Scripts that a test run gives to its own database, outside the engine, on a real PostgreSQL server. */
import { afterAll, expect, it } from 'vitest';
import { createScriptRunner } from '../../../../src/workbench/testing/databases/client.ts';
import { postgresClient } from '../../../../src/workbench/testing/databases/postgres.ts';
import { providedUrl } from '../../../support/provided.ts';

const url = providedUrl('postgresUrl');
let opened = 0;
const scripts = createScriptRunner(async () => {
  opened += 1;
  return postgresClient(url);
});
afterAll(() => scripts.close());

const session = "SELECT pg_backend_pid() AS pid, current_setting('session_replication_role') AS role";

it('use the idle connection, with its first settings', async () => {
  const [first] = await scripts.run(session);
  await scripts.run('SET session_replication_role = replica; SELECT 1');
  expect(await scripts.run(session)).toEqual([{ pid: first?.pid, role: 'origin' }]);
  expect(opened).toBe(1);
});

it('have a connection each while they run at the same time', async () => {
  const before = opened;
  const pids = await Promise.all([1, 2].map(() => scripts.run('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')));
  expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(2);
  expect(opened).toBe(before + 1);
});

it.each([
  ['a statement that the database rejects', 'SELECT nothing FROM nowhere', /nowhere/],
  ['a transaction that stays open', 'BEGIN; SELECT 1', /DISCARD ALL cannot run inside a transaction block/],
])('do not reuse a connection after %s', async (_what, script, message) => {
  const before = opened;
  await expect(scripts.run(script)).rejects.toThrow(message);
  await Promise.all([1, 2].map(() => scripts.run('SELECT pg_sleep(0.1)')));
  expect(opened).toBe(before + 1);
});
