/** Starts with a new version of the program: one that fails leaves the store as it is, so that the previous version can be started again. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { currentVersion, migrate } from '../../../../src/service/state/migrate.ts';
import { migrations } from '../../../../src/service/state/schema.ts';
import { openSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';
import { completed } from '../../../support/check-profile.ts';
import { runHere } from '../../cli/here.ts';
import { folderWith } from '../server/fixture.ts';

const profile = completed(`profile: acme
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: acme.db, create: [schema.sql] } }
endpoints:
  /debtors/list:
    query: SELECT no AS erpDebtorId, name AS name FROM customer
`);
const schema = 'CREATE TABLE customer (no TEXT PRIMARY KEY, name TEXT);';

/** The migrations of the previous version of the program. */
const previous = migrations.slice(0, -1);

/** Starts the previous version on the store. Rejects if the store is of a newer version. */
async function startPrevious(file: string): Promise<number> {
  const database = await openSqliteDatabase(file);
  try {
    await migrate(database, Date.now, previous);
    return await currentVersion(database);
  } finally {
    await database.close();
  }
}

async function portInUse(): Promise<string> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return String(typeof address === 'object' ? address?.port : 0);
}

async function upgrade(text: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ 'acme.yaml': text, 'schema.sql': schema });
  const file = join(cwd, 'store.sqlite');
  expect(await startPrevious(file)).toBe(previous.length);
  const given = { ENGINE_KEY: 'a-key-of-an-upgrade', ENGINE_STORE: file, ENGINE_PORT: '0', ...env };
  const { status, err } = await runHere(['serve', '--profile', './acme.yaml'], { env: given, cwd });
  return { status, err, file };
}

describe('an upgrade', () => {
  it('migrates the store when the service has started', async () => {
    const { status, file } = await upgrade(profile);
    expect(status).toBe(0);
    await expect(startPrevious(file)).rejects.toThrow(`The store has version ${migrations.length}`);
  });

  it.each([
    ['a setting that is not valid', profile, { ENGINE_BODY_LIMIT: '5 apples' }, 'CFG502'],
    ['a profile with an error', profile.replace('query:', 'qeury:'), {}, 'MAP101'],
    ['a profile that does not fit its database', profile.replace('no AS', 'number AS'), {}, 'SQL406'],
    ['a port in use', profile, 'port', 'another program uses this port'],
  ] as const)('that fails changes nothing: %s', async (_what, text, env, reason) => {
    const { status, err, file } = await upgrade(text, env === 'port' ? { ENGINE_PORT: await portInUse() } : env);
    expect([status === 0, err]).toEqual([false, expect.stringContaining(reason)]);
    expect(await startPrevious(file)).toBe(previous.length);
  });

  it('on a store in use says what is wrong with the profile, too', async () => {
    const cwd = folderWith({ 'acme.yaml': profile.replace('query:', 'qeury:'), 'schema.sql': schema });
    const file = join(cwd, 'store.sqlite');
    const other = await openSqliteDatabase(file);
    onTestFinished(() => other.close());
    const env = { ENGINE_KEY: 'a-key-of-an-upgrade', ENGINE_STORE: file, ENGINE_PORT: '0' };
    const { status, err } = await runHere(['serve', '--profile', './acme.yaml'], { env, cwd });
    expect([status, err]).toEqual([78, expect.stringContaining('CFG514')]);
    expect(err).toContain('MAP101');
  });
});
