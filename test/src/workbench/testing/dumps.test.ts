/** Dumps of mysqldump and pg_dump as fixtures. */
import { expect, it } from 'vitest';
import { postgresClient } from '../../../../src/workbench/testing/databases/postgres.ts';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { fixtureOfTest, scratch } from './fixture-of-test.ts';

const { put, make, database } = fixtureOfTest();

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

/** As `pg_dump -n public` writes it: the schema of every new database, its owner and its comment. */
const ofOneSchema = dump.replace(
  'CREATE FUNCTION',
  `CREATE SCHEMA public;

ALTER SCHEMA public OWNER TO pg_database_owner;

COMMENT ON SCHEMA public IS 'standard public schema';

SET default_tablespace = '';
SET default_table_access_method = heap;

CREATE FUNCTION`,
);

it.each([
  ['an empty search path', ofOneSchema],
  [
    'a search path with the schema',
    ofOneSchema.replace(/SELECT pg_catalog.set_config.*/, 'SET search_path = public, pg_catalog;'),
  ],
  ['the schema in quotes', ofOneSchema.replace('CREATE SCHEMA public', 'CREATE SCHEMA "public"')],
  [
    'an index by an extension, which such a dump does not create',
    `${ofOneSchema}\nCREATE INDEX by_text ON public."Order" USING gin ("Text" public.gin_trgm_ops);\n`,
  ],
])('a dump of the schema public is a fixture, with %s', async (_what, text) => {
  put({ 'schema.sql': text, 'zz.sql': `INSERT INTO "Order" (id) VALUES (4)` });
  const { run, fixture } = await database('postgres');
  expect(await run('SELECT count(*) AS n, twice(21) AS twice FROM public."Order"')).toEqual([{ n: '4', twice: '42' }]);
  await fixture.drop();
});

it('the owners of a dump are skipped for a login that may not give its tables to them', async () => {
  const admin = await postgresClient(scratch.postgres);
  const role = `dumps_${process.pid}`;
  await admin.execute(`create role ${role} login createdb password 'x'`);
  const url = new URL(scratch.postgres);
  Object.assign(url, { username: role, password: 'x' });
  const fixtures = openFixtures({ postgres: url.href });
  try {
    const [{ owner } = {}] = await admin.execute('select current_user as owner');
    put({ 'schema.sql': ofOneSchema.replaceAll('OWNER TO nobody_here', `OWNER TO ${owner}`) });
    const made = await make('postgres', fixtures);
    expect(made.kind === 'refused' ? made.diagnostics : made.kind).toBe('made');
    if (made.kind === 'made') await made.fixture.drop();
  } finally {
    await fixtures.close();
    await admin.execute(`drop role ${role}`);
    await admin.close();
  }
});

it('a dump that makes another schema twice is refused', async () => {
  put({ 'schema.sql': 'CREATE SCHEMA erp;\nCREATE SCHEMA erp;' });
  const made = await make('postgres');
  expect(made.kind === 'refused' && made.diagnostics.map(({ place }) => place?.line)).toEqual([2]);
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
])('in a dump of PostgreSQL: the error about %s names its line', async (_what, text, line, message) => {
  put({ 'schema.sql': text });
  const made = await make('postgres');
  expect(made.kind === 'refused' && made.diagnostics.map(({ place }) => place?.line)).toEqual([line]);
  expect(made.kind === 'refused' && made.diagnostics[0]?.message).toMatch(message);
});
