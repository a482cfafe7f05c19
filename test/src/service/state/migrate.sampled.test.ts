/** Stores are migrated to this program's version, also by processes that start together, and never downgraded. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoreDatabase, StoreRefusal } from '../../../../src/service/state/database.ts';
import { hasTable, migrate } from '../../../../src/service/state/migrate.ts';
import { additions, type Migration, migrations, tables } from '../../../../src/service/state/schema.ts';
import { byDepth } from '../../../support/depth.ts';
import { dialects, freshPlace, type Place, servers } from './stores.ts';

const now = () => Date.UTC(2026, 10, 21, 12, 30);

let place: Place;
let databases: StoreDatabase[] = [];

async function open(): Promise<StoreDatabase> {
  const database = await place.open();
  databases.push(database);
  return database;
}

async function rowsOf(database: StoreDatabase, sql: string): Promise<readonly unknown[]> {
  const rows = await database.read({ sql, values: [] }, { deadline: Date.now() + 60_000 });
  return rows.map((row) => Object.values(row));
}

/** A later version: a table more. */
const later: Migration = ({ name }) => [
  name === 'mssql'
    ? "if object_id(N'engine_later', N'U') is null create table engine_later (id integer)"
    : 'create table if not exists engine_later (id integer)',
];

afterEach(async () => {
  for (const database of databases) await database.close();
  databases = [];
  await place.drop();
});

describe.each(dialects)('the schema on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('is created once, and not changed afterwards', async () => {
    const database = await open();
    await migrate(database, now);
    await migrate(database, () => now() + 60_000);
    expect(await rowsOf(database, `select version, applied_at from ${tables.version}`)).toEqual([
      ...migrations.map((_, index) => [index + 1, '2026-11-21T12:30:00.000Z']),
    ]);
    expect(await rowsOf(database, `select * from ${tables.bookmark}`)).toEqual([]);
  });

  it('gets the additions of a later version', async () => {
    const database = await open();
    await migrate(database, now);
    await migrate(database, now, [...migrations, later]);
    expect(await rowsOf(database, `select version from ${tables.version} order by version`)).toEqual(
      [...migrations, later].map((_, index) => [index + 1]),
    );
    expect(await rowsOf(database, 'select * from engine_later')).toEqual([]);
  });

  it('gets tables that a later version adds, and stays usable for this version', async () => {
    const database = await open();
    await migrate(database, now);
    const table = 'engine_later';
    expect(await hasTable(database, table)).toBe(false);
    const replicas = dialect === 'sqlite' ? [] : [await open(), await open()];
    const added = [...additions, { table, create: later }];
    await Promise.all([database, ...replicas].map((each) => migrate(each, now, migrations, added)));
    expect(await hasTable(database, table)).toBe(true);
    expect(await rowsOf(database, 'select * from engine_later')).toEqual([]);
    expect(await rowsOf(database, `select max(version) from ${tables.version}`)).toEqual([[migrations.length]]);
    // As an earlier version is started again on the store.
    await migrate(database, now);
  });

  it('of a newer program is refused and not changed', async () => {
    const database = await open();
    await migrate(database, now, [...migrations, later]);
    const refused = await migrate(database, now).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreRefusal);
    expect(String(refused)).toContain(`version ${migrations.length + 1}, which a newer version of this program made`);
    expect(await rowsOf(database, `select max(version) from ${tables.version}`)).toEqual([[migrations.length + 1]]);
  });

  it('that does not return written data is not used', async () => {
    const database = await open();
    let transactions = 0;
    const forgetful: StoreDatabase = {
      ...database,
      read: async () => [{ version: null }],
      transaction: (...given) => {
        transactions += 1;
        return database.transaction(...given);
      },
    };
    await expect(migrate(forgetful, now)).rejects.toMatchObject({ kind: 'broken' });
    expect(transactions).toBe(5);
  });

  it('is finished where a step was cut off', async () => {
    const database = await open();
    const broken: Migration = (name) => [...later(name), 'this is no sql'];
    await expect(migrate(database, now, [...migrations, broken])).rejects.toMatchObject({ kind: 'statement' });
    expect(await rowsOf(database, `select max(version) from ${tables.version}`)).toEqual([[migrations.length]]);
    await migrate(database, now, [...migrations, later]);
    expect(await rowsOf(database, `select max(version) from ${tables.version}`)).toEqual([[migrations.length + 1]]);
  });
});

describe.each(servers)('replicas that start together on %s', (dialect) => {
  it.each(byDepth({ sample: [1], all: [1, 2, 3] }))('do not collide (round %i)', async () => {
    place = await freshPlace(dialect);
    const replicas = await Promise.all(Array.from({ length: 6 }, open));
    await Promise.all(replicas.map((database) => migrate(database, now, [...migrations, later])));
    const [database] = replicas;
    if (database === undefined) throw new Error('There is no replica.');
    expect(await rowsOf(database, `select version from ${tables.version} order by version`)).toEqual(
      [...migrations, later].map((_, index) => [index + 1]),
    );
  });
});

describe('a replica on postgres', () => {
  it('waits for one that migrates, and finds its work', async () => {
    place = await freshPlace('postgres');
    const rival = new pg.Client({ connectionString: place.text });
    await rival.connect();
    try {
      await rival.query(`begin; select pg_advisory_xact_lock(hashtext('${tables.version}'))`);
      const migrating = migrate(await open(), now);
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await rival.query(waiting)).rows).toHaveLength(1);
      const versionTable = await rival.query('select to_regclass($1) as found', [tables.version]);
      expect(versionTable.rows).toEqual([{ found: null }]);
      await rival.query('commit');
      await migrating;
    } finally {
      await rival.end();
    }
  });
});
