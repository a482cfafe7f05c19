/** Fixtures of profiles on real databases: schemas, rows as CSV, faults with their lines, and nothing that stays behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresClient } from '../../../../src/workbench/testing/databases/postgres.ts';
import type { Fixtures, MadeFixture } from '../../../../src/workbench/testing/fixture/fixture.ts';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';
import { folderWith } from '../../service/server/fixture.ts';

const scratch = { postgres: providedUrl('postgresUrl'), mysql: providedUrl('mysqlUrl') };
const open: Fixtures = openFixtures(scratch);
afterAll(() => open.close());

let folder: string;
beforeEach(() => {
  folder = folderWith({});
});

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'fixture', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const make = (dialect: DialectName, fixtures = open): Promise<MadeFixture> =>
  fixtures.make([folder], [{ kind: 'sql', name: 'erp', databaseKind: kinds[dialect], clock: 'Europe/Berlin' }]);

async function database(dialect: DialectName) {
  const made = await make(dialect);
  if (made.kind !== 'made') throw new Error(JSON.stringify(made));
  const fixtureDatabase = made.fixture.databases.get('erp');
  if (fixtureDatabase === undefined) throw new Error('There is no database.');
  return { ...fixtureDatabase, fixture: made.fixture };
}

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

/** As mariadb-dump 10.11 writes it with `--no-data`: a table before the one that it refers to, and a comment for another version. */
const mysqlDump = `/*M!999999\\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)
/*!40101 SET NAMES utf8mb4 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!99000 SET NAMES of_a_later_version */;
DROP TABLE IF EXISTS \`accountgroups\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE \`accountgroups\` (
  \`groupname\` char(30) NOT NULL DEFAULT '',
  \`sectioninaccounts\` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (\`groupname\`),
  CONSTRAINT \`accountgroups_ibfk_1\` FOREIGN KEY (\`sectioninaccounts\`) REFERENCES \`accountsection\` (\`sectionid\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
/*!40101 SET character_set_client = @saved_cs_client */;
CREATE TABLE \`accountsection\` (\`sectionid\` int(11) NOT NULL DEFAULT 0, PRIMARY KEY (\`sectionid\`)) ENGINE=InnoDB;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
`;

it.skipIf(!hasMysql)('a dump of mysqldump is a script, whose version comments are run', async () => {
  put({ 'schema.sql': mysqlDump, 'data.sql': 'INSERT INTO accountsection VALUES (10);' });
  const { run, fixture } = await database('mysql');
  await run("INSERT INTO accountgroups VALUES ('BBQs', 10)");
  await expect(run("INSERT INTO accountgroups VALUES ('Sales', 11)")).rejects.toThrow(/foreign key/);
  await fixture.drop();
});

/** As pg_dump 17.6 writes it, without its comments. */
const dump = `--
-- PostgreSQL database dump
--

\\restrict 0u8Y2bJ6yD

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
SET row_security = off;

CREATE FUNCTION public.twice(n integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
BEGIN
  RETURN 2 * n;
END $$;

ALTER FUNCTION public.twice(n integer) OWNER TO nobody_here;

CREATE TABLE public."Order" (
    id integer NOT NULL,
    "Text" text DEFAULT 'a
\\b'::text,
    amount numeric(14,2)
);

ALTER TABLE public."Order" OWNER TO nobody_here;

COPY public."Order" (id, "Text", amount) FROM stdin;
1	INV-1; it's \\\\N	104.17
2	two\\nlines\\tand \\\\ tab	\\N
3		0.50
\\.

ALTER TABLE ONLY public."Order" ADD CONSTRAINT "Order_pkey" PRIMARY KEY (id);

GRANT SELECT ON TABLE public."Order" TO nobody_here;

\\unrestrict 0u8Y2bJ6yD
`;

const lineOf = (text: string): number => dump.slice(0, dump.indexOf(text)).split('\n').length;

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

it('a dump of PostgreSQL is a fixture, with its commands of psql and its rows', async () => {
  put({ 'schema.sql': dump, 'zz.sql': `INSERT INTO "Order" (id) VALUES (4)`, 'data/Order.csv': 'id\n5\n' });
  const { run, fixture } = await database('postgres');
  expect(await run('SELECT id, "Text", amount FROM "Order" ORDER BY id')).toEqual([
    { id: '1', Text: "INV-1; it's \\N", amount: '104.17' },
    { id: '2', Text: 'two\nlines\tand \\ tab', amount: null },
    { id: '3', Text: '', amount: '0.50' },
    { id: '4', Text: 'a\n\\b', amount: null },
    { id: '5', Text: 'a\n\\b', amount: null },
  ]);
  await fixture.drop();
});

it.each<[string, string, number, RegExp]>([
  [
    'another command of psql',
    dump.replace('\\unrestrict', '\\connect'),
    lineOf('\\unrestrict'),
    /\\connect is a command of psql/,
  ],
  ['CSV behind COPY', dump.replace('FROM stdin;', 'FROM stdin WITH (FORMAT csv);'), lineOf('COPY'), /--inserts/],
  ['rows without an end', dump.replace('\\.\n', ''), lineOf('COPY'), /do not end/],
  ['a row with a value too few', dump.replace('3\t\t0.50', '3\t0.50'), lineOf('3\t\t0.50'), /2 values for 3 columns/],
  ['a row that the table refuses', dump.replace('0.50', 'INV-1'), lineOf('COPY') + 1, /INV-1/],
])('in a dump of PostgreSQL: %s is told with its line', async (_what, text, line, message) => {
  put({ 'schema.sql': text });
  const made = await make('postgres');
  expect(made.kind === 'refused' && made.diagnostics.map(({ place }) => place?.line)).toEqual([line]);
  expect(made.kind === 'refused' && made.diagnostics[0]?.message).toMatch(message);
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
  expect(made).toMatchObject({ kind: 'unproven', reason: `there are no files in ${join(folder, 'fixture')}` });
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
  const { postgresClient } = await import('../../../../src/workbench/testing/databases/postgres.ts');
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
