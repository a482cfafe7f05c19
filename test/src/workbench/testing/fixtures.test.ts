/** Fixtures of profiles on real databases: schemas, rows as CSV, faults with their lines, and nothing that stays behind. */
import { describe, expect, it } from 'vitest';
import { postgresClient } from '../../../../src/workbench/testing/databases/postgres.ts';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { hasMysql } from '../../../support/dialects.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { fixtureOfTest, scratch } from './fixture-of-test.ts';

const { files, put, make, database } = fixtureOfTest();

const numbered: Readonly<Record<DialectName, string>> = {
  sqlite: 'id INTEGER PRIMARY KEY AUTOINCREMENT',
  postgres: 'id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  mysql: 'id INTEGER AUTO_INCREMENT PRIMARY KEY',
  mssql: '[id] [int] IDENTITY(1,1) NOT NULL PRIMARY KEY',
};
const schemaOf = (dialect: DialectName): string => `
CREATE TABLE parent (code VARCHAR(10) PRIMARY KEY, name VARCHAR(40), note VARCHAR(40));
CREATE TABLE child (${numbered[dialect]}, parent VARCHAR(10) NOT NULL REFERENCES parent (code), amount DECIMAL(14,2),
  FOREIGN KEY (parent) REFERENCES parent (code));
`;
/** By name the table that refers comes before the one that it refers to. */
const rows = {
  'data/child.csv': 'id,parent,amount\n7,K2,12.30\n8,K1,\n',
  'data/parent.csv': 'code,name,note\nK1,"O\'Brien, ""Ltd""",""\nK2,"two\nlines",\n',
};
const all: readonly DialectName[] = ['sqlite', 'postgres', ...(hasMysql ? ['mysql' as const] : []), 'mssql'];

describe.each(all)('on %s', (dialect) => {
  it('rows are filled in the order of their foreign keys; an empty field is NULL, a quoted one a text', async () => {
    put({ 'schema.sql': schemaOf(dialect), ...rows });
    const { run, fixture } = await database(dialect);
    expect(await run('SELECT code, name, note FROM parent ORDER BY code')).toEqual([
      { code: 'K1', name: 'O\'Brien, "Ltd"', note: '' },
      { code: 'K2', name: 'two\nlines', note: null },
    ]);
    const amounts = await run('SELECT id, amount FROM child ORDER BY id');
    expect(amounts.map(({ id, amount }) => [id, amount === null ? null : Number(amount)])).toEqual([
      ['7', 12.3],
      ['8', null],
    ]);
    await run("INSERT INTO child (parent, amount) VALUES ('K1', 1)");
    expect(await run('SELECT MAX(id) AS id FROM child')).toEqual([{ id: '9' }]);
    await fixture.drop();
  });

  it('each file of cases has a separate database, filled from the fixture', async () => {
    put({ 'schema.sql': schemaOf(dialect), ...rows });
    const [one, other] = [await database(dialect), await database(dialect)];
    await one.run('DELETE FROM child');
    expect(await one.run('SELECT COUNT(*) AS n FROM child')).toEqual([{ n: '0' }]);
    expect(await other.run('SELECT COUNT(*) AS n FROM child')).toEqual([{ n: '2' }]);
  });

  it('a row that violates a key, and a missing column, are reported with their lines', async () => {
    put({ 'schema.sql': schemaOf(dialect), ...rows, 'data/child.csv': 'parent,amount\nK1,1\nK1,2\nK9,3\n' });
    const made = await make(dialect);
    expect(
      made.kind === 'refused' && made.diagnostics.map(({ code, place }) => [code, place?.file, place?.line]),
    ).toEqual([['CFG520', 'fixture/data/child.csv', 4]]);
    put({ 'data/child.csv': 'parent,amuont\nK1,1\n' });
    const misspelt = await make(dialect);
    expect(misspelt.kind === 'refused' && misspelt.diagnostics[0]?.place).toMatchObject({
      file: 'fixture/data/child.csv',
      line: 2,
    });
    expect(misspelt.kind === 'refused' && misspelt.diagnostics[0]?.message).toMatch(/amuont/);
  });

  it('a refused statement is reported with its line', async () => {
    const text =
      '-- a table\nCREATE TABLE a (id INTEGER);\n\nINSERT INTO a (id) VALUES (1);\n/* two\nlines */ INSERT INTO b (id) VALUES (2);\n';
    put({ 'schema.sql': text });
    const made = await make(dialect);
    expect(made.kind === 'refused' && made.diagnostics.map(({ place }) => [place?.file, place?.line])).toEqual([
      ['fixture/schema.sql', 6],
    ]);
  });
});

it('on PostgreSQL a sequence that several defaults name continues after the largest number of all tables', async () => {
  put({
    'schema.sql': `CREATE SEQUENCE id; CREATE TABLE early (id integer PRIMARY KEY DEFAULT nextval('id'), name text);
      CREATE TABLE late (id integer PRIMARY KEY DEFAULT nextval('id'), name text);`,
    'data/early.csv': 'id,name\n41,a\n',
    'data/late.csv': 'id,name\n7,b\n',
  });
  const { run, fixture } = await database('postgres');
  try {
    expect(await run("INSERT INTO late (name) VALUES ('c') RETURNING id")).toEqual([{ id: '42' }]);
  } finally {
    await fixture.drop();
  }
});

it('a database that cannot be removed is a note, and not the end of the run', async () => {
  put({ 'schema.sql': 'CREATE TABLE a (id INTEGER);' });
  const fixtures = openFixtures(scratch);
  const made = await make('postgres', fixtures);
  if (made.kind !== 'made') throw new Error(JSON.stringify(made));
  const fixtureDatabase = made.fixture.databases.get('erp');
  const [name] = (await fixtureDatabase?.run('SELECT current_database() AS name')) ?? [];
  // PostgreSQL drops no template database.
  await fixtureDatabase?.run(`ALTER DATABASE ${name?.name} IS_TEMPLATE true`);
  await made.fixture.drop();
  await fixtures.close();
  expect(fixtures.notes().join()).toMatch(
    new RegExp(`could not remove all of its databases: ${name?.name} \\(.*template`),
  );
  await postgresClient(scratch.postgres).then(async (admin) => {
    await admin.execute(`ALTER DATABASE ${name?.name} IS_TEMPLATE false`);
    await admin.execute(`DROP DATABASE ${name?.name} WITH (FORCE)`);
    await admin.close();
  });
});

it('an invalid CSV file is reported with its line', async () => {
  put({ 'schema.sql': 'CREATE TABLE a (id INTEGER, name TEXT);', 'data/a.csv': 'id,name\n1,"a\nb"\n2\n' });
  const made = await make('sqlite');
  expect(made.kind === 'refused' && made.diagnostics[0]?.place).toMatchObject({ file: 'fixture/data/a.csv', line: 4 });
});

it('the bodies of triggers and functions are one statement with their heads', async () => {
  put({
    'schema.sql': `CREATE TABLE a (id INTEGER); CREATE TABLE log (id INTEGER);
CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id); UPDATE log SET id = CASE WHEN id = 1 THEN 2 ELSE id END; END;
INSERT INTO a VALUES (1);`,
  });
  expect(await (await database('sqlite')).run('SELECT id FROM log')).toEqual([{ id: '2' }]);
});

it('without a fixture no case runs, and the reason says what to add', async () => {
  const made = await make('sqlite');
  expect(made).toMatchObject({ kind: 'unproven', reason: `there are no files in ${files()}` });
});

it('a named server that is unreachable is reported, without its password', async () => {
  put({ 'schema.sql': 'CREATE TABLE a (id INTEGER);' });
  const away = openFixtures({ postgres: 'postgres://me:geheim@127.0.0.1:1/' });
  const made = await make('postgres', away);
  expect(made.kind === 'unproven' && made.reason).toMatch(/^the server that was named cannot be used: .*ECONNREFUSED/);
  expect(JSON.stringify(made)).not.toContain('geheim');
  await away.close();
});

it('databases are removed at the end', async () => {
  const temporaryFixtures = openFixtures(scratch);
  put({ 'schema.sql': 'CREATE TABLE a (id INTEGER);' });
  const made = await make('postgres', temporaryFixtures);
  const url = made.kind === 'made' ? made.fixture.connections.get('erp')?.url : undefined;
  const name = new URL(String(url)).pathname.slice(1);
  expect(await names()).toContain(name);
  await temporaryFixtures.close();
  expect(await names()).not.toContain(name);
});

async function names(): Promise<readonly (string | null | undefined)[]> {
  const client = await postgresClient(scratch.postgres);
  try {
    const databases = await client.execute(
      "SELECT datname FROM pg_database WHERE datname LIKE 'engine\\_test\\_%' ORDER BY 1",
    );
    return databases.map(({ datname }) => datname);
  } finally {
    await client.close();
  }
}
