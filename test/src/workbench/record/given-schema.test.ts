/** `--schema` with views, and with foreign keys to tables that the profile does not name: the rows of the recording load all the same, and the keys are named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';
import { providedUrl } from '../../../support/provided.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const debtors = '/debtors/list';
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => path === debtors) };

const profile = (source: string): string => `
profile: ledger
title: A ledger
contract: "1"
settings:
  database: { env: LEDGER_DB }
sources:
  erp: { ${source}, clock: Europe/Berlin }
endpoints:
  ${debtors}:
    page: { key: [name, erpDebtorId] }
    query: SELECT c.id AS erpDebtorId, c.name AS name, t.code AS email FROM customer c LEFT JOIN terms t ON t.id = c.terms_id
`;

const calls = JSON.stringify([{ call: debtors, request: { page: 1, limit: 10 } }]);
const record = [
  'record',
  '--profile',
  './ledger.yaml',
  '--calls',
  'calls.json',
  '--schema',
  'dump.sql',
  '--out',
  'out',
];

/** As pg_dump writes it: names with their schema, keys behind the tables. */
const dump = `
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.customer_kind (id integer NOT NULL, code text NOT NULL);
CREATE TABLE public.terms (id integer NOT NULL, code text NOT NULL);
CREATE TABLE public.customer (id integer NOT NULL, name text NOT NULL, parent_id integer, kind_id integer NOT NULL, terms_id integer);
ALTER TABLE ONLY public.customer_kind ADD CONSTRAINT customer_kind_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.terms ADD CONSTRAINT terms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.customer ADD CONSTRAINT customer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.customer ADD CONSTRAINT customer_kind_fkey FOREIGN KEY (kind_id) REFERENCES public.customer_kind(id);
ALTER TABLE ONLY public.customer ADD CONSTRAINT customer_parent_fkey FOREIGN KEY (parent_id) REFERENCES public.customer(id);
ALTER TABLE ONLY public.customer ADD CONSTRAINT customer_terms_fkey FOREIGN KEY (terms_id) REFERENCES public.terms(id);
`;

it('on PostgreSQL removes the keys whose rows are not recorded, and keeps the others', async () => {
  const [erp, replay] = [await freshDatabase(), await freshDatabase()];
  try {
    await erp.run(`${dump.replace(/^SELECT.*$/m, '')}
      INSERT INTO customer_kind VALUES (1, 'wholesale'); INSERT INTO terms VALUES (7, 'net30');
      INSERT INTO customer VALUES (1, 'Quarzbrunn Feinmechanik', NULL, 1, 7), (2, 'Adlerwerk', 1, 1, NULL)`);
    const folder = folderWith({
      'ledger.yaml': profile('sql: postgres, connection: { url: "${database}" }'),
      'calls.json': calls,
      'dump.sql': dump,
    });
    const run = (args: readonly string[]): Promise<Ended> =>
      runHere([...args, '--scratch', providedUrl('postgresUrl')], {
        cwd: folder,
        env: { LEDGER_DB: erp.url },
        contract: small,
      });
    const { status, out, err } = await run(record);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('1 calls recorded, 0 left out.\n');
    expect(out).toContain(
      'Foreign keys of --schema that the fixture ignores, because the rows that they refer to are not recorded or follow later: customer_kind_fkey, customer_parent_fkey.\n',
    );
    const tested = await run(['test', 'out/profile.yaml']);
    expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed.']);
    // The written files load by themselves, and the key to recorded rows is still checked.
    expect(readFileSync(join(folder, 'out/fixture/schema.sql'), 'utf8')).toBe(dump);
    await replay.run(dump);
    await replay.run(readFileSync(join(folder, 'out/fixture/data.sql'), 'utf8'));
    await expect(replay.run("INSERT INTO customer VALUES (3, 'x', 99, 99, 99)")).rejects.toThrow('customer_terms_fkey');
    await replay.run("INSERT INTO customer VALUES (3, 'x', 99, 99, 7)");
  } finally {
    await Promise.all([erp.drop(), replay.drop()]);
  }
});

const sqlite = 'sql: sqlite, connection: { file: "${database}" }';

/** Tables of a database that cannot remove a key, or not without an error for a missing one. */
const tables = `
CREATE TABLE customer_kind (id INTEGER PRIMARY KEY, code VARCHAR(20) NOT NULL);
CREATE TABLE terms (id INTEGER PRIMARY KEY, code VARCHAR(20) NOT NULL);
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(60) NOT NULL, parent_id INTEGER, kind_id INTEGER NOT NULL, terms_id INTEGER,
  FOREIGN KEY (kind_id) REFERENCES customer_kind (id), FOREIGN KEY (terms_id) REFERENCES terms (id));
`;
const rows = `INSERT INTO customer_kind VALUES (1, 'wholesale'); INSERT INTO terms VALUES (7, 'net30');
  INSERT INTO customer VALUES (1, 'Quarzbrunn Feinmechanik', NULL, 1, 7)`;

interface Recorded {
  /** A source of the profile, whose database is `${database}`. */
  readonly source: string;
  readonly database: string;
  readonly scratch?: string;
  /** The table of the customers. */
  readonly from?: string;
  readonly schema?: string;
}

/** Records a call with `--schema`, and runs its case over the written fixture. Returns what was printed. */
async function recordOf({ source, database, scratch, from = 'customer', schema = tables }: Recorded): Promise<string> {
  const text = profile(source).replace('FROM customer c', `FROM ${from} c`);
  const folder = folderWith({ 'ledger.yaml': text, 'calls.json': calls, 'dump.sql': schema });
  const more = scratch === undefined ? [] : ['--scratch', scratch];
  const run = (args: readonly string[]): Promise<Ended> =>
    runHere([...args, ...more], { cwd: folder, env: { LEDGER_DB: database }, contract: small });
  const { status, out, err } = await run(record);
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('1 calls recorded, 0 left out.\n');
  const tested = await run(['test', 'out/profile.yaml']);
  expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed.']);
  return out;
}

/** A view of some columns and rows of the customers. */
const view = (name: string): string =>
  `CREATE VIEW ${name} AS SELECT id, name, terms_id FROM customer WHERE id < 100;\n`;

it('on SQLite loads the rows without a check', async () => {
  const file = join(folderWith({}), 'erp.sqlite');
  const erp = new Database(file);
  erp.exec(tables + rows);
  erp.close();
  const out = await recordOf({ source: sqlite, database: file });
  expect(out).toContain('not recorded or follow later: customer -> customer_kind.\n');
});

it('on SQLite replaces a view by a table with the rows that it has shown', async () => {
  const file = join(folderWith({}), 'erp.sqlite');
  const erp = new Database(file);
  erp.exec(`${tables}${rows}; ${view('debtor')}`);
  erp.close();
  for (const schema of [
    tables + view('debtor'),
    tables,
    `${tables}CREATE TABLE "debtor" (id INTEGER, name VARCHAR(60), terms_id INTEGER);`,
  ])
    await recordOf({ source: sqlite, database: file, from: 'debtor', schema });
});

it('on PostgreSQL replaces a view by a table with the rows that it has shown', async () => {
  const erp = await freshDatabase();
  try {
    await erp.run(`${tables}${rows}; ${view('debtor')}`);
    const source = 'sql: postgres, connection: { url: "${database}" }';
    // As pg_dump writes it.
    const schema = `${dump}${view('public.debtor').replace('FROM customer', 'FROM public.customer')}`;
    await recordOf({ source, database: erp.url, scratch: providedUrl('postgresUrl'), from: 'debtor', schema });
  } finally {
    await erp.drop();
  }
});

it.skipIf(!hasMysql)('on MySQL and MariaDB loads the rows without a check', async () => {
  const erp = await freshMysqlDatabase();
  try {
    for (const sql of `${tables}${rows}`.split(';')) if (sql.trim() !== '') await erp.run(sql);
    const scratch = providedUrl('mysqlUrl');
    const source = 'sql: mysql, connection: { url: "${database}" }';
    await recordOf({ source, database: erp.url, scratch });
    await erp.run(view('debtor').replace(';', ''));
    await recordOf({ source, database: erp.url, scratch, from: 'debtor', schema: tables + view('`debtor`') });
  } finally {
    await erp.drop();
  }
});
