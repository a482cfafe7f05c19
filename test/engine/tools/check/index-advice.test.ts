/** `check --connect` advises indexes for reads of large tables; with the advised index the advice is gone, and the database uses it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../engine/diagnostics/diagnostic.ts';
import { renderText } from '../../../../engine/diagnostics/render.ts';
import { openEngine } from '../../../../engine/index.ts';
import type { Row } from '../../../../engine/sources/source.ts';
import type { IndexNeed } from '../../../../engine/sources/sql/index-rules.ts';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

const cases = join(import.meta.dirname, '../../../cases/index-advice');
const large = 15_000;

/** Tables without an index except their keys, and their numbers of rows. `n` is the number of a row. */
const tables = [
  {
    create: 'CREATE TABLE customer (no varchar(20) PRIMARY KEY, name varchar(60) NOT NULL, card varchar(20))',
    rows: large,
    values: "'C-' || n, 'Müller ' || n, 'K' || n",
  },
  {
    create: 'CREATE TABLE item (id integer PRIMARY KEY, code varchar(30) NOT NULL, title varchar(80) NOT NULL)',
    rows: large,
    values: "n, 'ART-' || n, 'Bolt ' || n",
  },
  {
    create:
      'CREATE TABLE invoice (id integer PRIMARY KEY, no varchar(20) NOT NULL, debtor varchar(20) NOT NULL, day date NOT NULL, total decimal(12, 2) NOT NULL, changed datetime NOT NULL)',
    rows: large,
    values: "n, 'INV-' || n, 'C-' || n, '2026-01-31', 119.05, '2026-01-31 10:00:00'",
  },
  {
    create:
      'CREATE TABLE line (invoice integer NOT NULL, place integer NOT NULL, label varchar(80) NOT NULL, amount decimal(12, 2) NOT NULL, PRIMARY KEY (place, invoice))',
    rows: large,
    values: "n, 1, 'Bolt', 119.05",
  },
  {
    create:
      'CREATE TABLE payment (id integer NOT NULL, invoice integer NOT NULL, amount decimal(12, 2) NOT NULL, day date NOT NULL)',
    rows: large,
    values: "n, n, 119.05, '2026-02-28'",
  },
  {
    create:
      'CREATE TABLE branch (code varchar(20) NOT NULL, customer varchar(20) NOT NULL, label varchar(60) NOT NULL)',
    rows: 200,
    values: "'B-' || n, 'C-' || n, 'Depot ' || n",
  },
] as const;

const sources = {
  postgres: { sql: 'postgres', connection: '{ url: "${url}" }' },
  mysql: { sql: 'mysql', connection: '{ url: "${url}" }' },
  sqlite: { sql: 'sqlite', connection: '{ file: "${url}" }' },
} as const;
type Kind = keyof typeof sources & DialectName;

const profileOf = (kind: Kind): string =>
  completed(`profile: advice
contract: "1"
settings:
  url: { env: DATABASE_URL }
sources:
  erp: { sql: ${kind}, connection: ${sources[kind].connection} }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.no AS erpId, c.name AS erpName FROM customer c
  /catalog/customers/addresses:
    query: SELECT b.code AS erpLocationId, b.label AS erpLabel, b.label AS address, 'billing' AS addressKind FROM branch b WHERE b.customer = :customerId
  /catalog/products/by-sku:
    search: { text: sku, in: [erpSku], match: prefix }
    query: SELECT i.code AS erpSku, i.title AS erpDesc, i.id AS erpProductId FROM item i
  /credit/customer:
    query: SELECT 0 AS creditLimit, 0 AS creditUsed, 'EUR' AS currency FROM customer c WHERE c.card = :customerErpId
  /invoices/list:
    page: { key: [erpInvoiceId] }
    since: { by: _changed }
    query: |
      SELECT i.id AS erpInvoiceId, i.no AS invoiceNumber, i.debtor AS erpDebtorId, i.debtor AS debtorName, i.day AS issueDate,
             'EUR' AS currency, i.total AS amountTotal, i.total AS amountOutstanding, 'AUTHORISED' AS status, i.changed AS _changed
      FROM invoice i
    attach:
      lines:
        query: SELECT l.invoice AS _invoice, l.label AS description, 1 AS quantity, l.amount AS unitPrice, l.amount AS amount FROM line l WHERE l.invoice IN (:rows.erpInvoiceId)
        on: { _invoice: erpInvoiceId }
  /payments/list:
    page: { key: [paymentDate, erpPaymentId] }
    query: SELECT p.id AS erpPaymentId, p.invoice AS erpInvoiceId, p.amount AS amount, p.day AS paymentDate FROM payment p
`);

/** A database with these tables. */
interface Erp {
  readonly url: string;
  /** Executes statements and returns the rows of the last one. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly end: () => Promise<void>;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

const erps: Readonly<Record<Kind, () => Promise<Erp>>> = {
  async postgres() {
    const { url, drop } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const run = async (sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql.replace(' datetime ', ' timestamp '), [...values])).rows;
    return { url, run, end: () => client.end().then(drop) };
  },
  async mysql() {
    const { url, runStandard, drop } = await freshMysqlDatabase();
    return { url, run: async (sql) => ((await runStandard(sql)) ?? []).filter(isRow), end: drop };
  },
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'engine-advice-'));
    const url = join(folder, 'erp.sqlite');
    const database = new Database(url);
    database.function('engine_fold', { deterministic: true }, (value: unknown) => String(value).toLowerCase());
    const run = async (sql: string, values: readonly unknown[] = []) => {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(...values).filter(isRow);
      statement.run(...values);
      return [];
    };
    const end = async () => {
      database.close();
      rmSync(folder, { recursive: true });
    };
    return { url, run, end };
  },
};

const numbers: Readonly<Record<Kind, (rows: number) => string>> = {
  postgres: (rows) => `generate_series(1, ${rows}) AS s(n)`,
  mysql: (rows) => `(SELECT seq AS n FROM seq_1_to_${rows}) AS s`,
  sqlite: (rows) =>
    `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${rows}) SELECT n FROM s)`,
};

async function filled(kind: Kind): Promise<Erp> {
  const erp = await erps[kind]();
  for (const { create, rows, values } of tables) {
    await erp.run(create);
    const [, name = ''] = /TABLE (\w+)/.exec(create) ?? [];
    const cast = kind === 'postgres' ? values.replaceAll(/'(2026[^']*)'/g, "timestamp '$1'") : values;
    await erp.run(`INSERT INTO ${name} SELECT ${cast} FROM ${numbers[kind](rows)}`);
    await erp.run(kind === 'mysql' ? `ANALYZE TABLE ${name}` : `ANALYZE ${name}`);
  }
  return erp;
}

async function advice(kind: Kind, { url }: Erp, text = profileOf(kind)): Promise<readonly Diagnostic[]> {
  const environment = { DATABASE_URL: url };
  const folder = import.meta.dirname;
  const findings = await checkDatabases({ text, file: 'profile.yaml', folder, contract, environment, now: Date.now });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return findings.filter(({ code }) => code === 'SQL426');
}

const requests = {
  '/catalog/customers/search': { query: 'ller 4711', limit: 5 },
  '/catalog/products/by-sku': { sku: 'ART-47', limit: 5 },
  '/credit/customer': { customerErpId: 'K4711' },
  '/invoices/list': { page: 1, limit: 5, modifiedSince: '2026-11-01T00:00:00Z' },
  '/payments/list': { page: 1, limit: 5 },
} as const;

/** The statements that requests send. */
async function statementsOf(kind: Kind, url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-advice-'));
  const profileFile = join(folder, 'profile.yaml');
  writeFileSync(profileFile, profileOf(kind));
  const sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  const testOverrides = {
    connections: new Map(),
    documentTime: Date.now,
    tables: 'leave',
    observe: (ran: { readonly sql: string; readonly values: readonly unknown[] }) => void sent.push(ran),
    clock: Date.now,
  } as const;
  const environment = { DATABASE_URL: url };
  const opened = await openEngine({ contract, profileFile, environment, testOverrides, emit: () => undefined });
  if (!opened.ok) throw new Error(renderText(opened.diagnostics, new Map(), { color: false }));
  await opened.engine.start();
  for (const [path, body] of Object.entries(requests)) {
    const call = { requestId: 'advice', deadline: Date.now() + 60_000 };
    expect(await opened.engine.call(path, { schemaVersion: '1', ...body }, call)).toMatchObject({ ok: true });
  }
  await opened.engine.close();
  rmSync(folder, { recursive: true });
  return sent;
}

/** Indexes that an ERP may have, with the uses of a column `code` that each of them serves. */
type Served = readonly [index: string, uses: readonly IndexNeed['use'][]];
const served: Readonly<Record<Kind, readonly Served[]>> = {
  postgres: [
    ['(code)', ['equal', 'range', 'order']],
    ['USING hash (code)', ['equal']],
    ['(code, other)', ['equal', 'range', 'order']],
    ['(other, code)', []],
    ['(code) WHERE other > 7', []],
    ['(code varchar_pattern_ops)', ['equal', 'prefix', 'exact']],
    ['(code COLLATE "C")', ['prefix', 'exact']],
    ['(lower(code))', ['exact']],
    ['(lower(code::text) text_pattern_ops)', ['prefix', 'exact']],
    ['(upper(code) text_pattern_ops)', []],
    ['USING gin (code gin_trgm_ops)', ['words', 'prefix', 'exact']],
    ['USING gist (upper(code) gist_trgm_ops)', ['words', 'prefix', 'exact']],
    ['USING gin (lower("Code") gin_trgm_ops)', []],
  ],
  mysql: [
    ['(code)', ['equal', 'range', 'order', 'prefix', 'exact']],
    ['(code, other)', ['equal', 'range', 'order', 'prefix', 'exact']],
    ['(other, code)', []],
    ['(code(5))', ['equal', 'range', 'prefix', 'exact']],
  ],
  sqlite: [
    ['(code)', ['equal', 'range', 'order', 'prefix', 'exact']],
    ['(other, code)', []],
    ['(code) WHERE other > 7', []],
    ['(lower(code))', []],
  ],
};
const uses = ['equal', 'range', 'order', 'words', 'prefix', 'exact'] as const;

const statementIn = ({ hint }: Diagnostic): string => /CREATE INDEX .*/.exec(hint)?.[0] ?? '';

describe.for(['sqlite', 'postgres', 'mysql'] satisfies Kind[])('on %s', (kind) => {
  let erp: Erp;
  beforeAll(async () => {
    if (kind !== 'mysql' || hasMysql) erp = await filled(kind);
  });
  afterAll(() => erp?.end());

  it.skipIf(kind === 'mysql' && !hasMysql)(
    'advises indexes, which then end the advice',
    { timeout: 60_000 },
    async () => {
      const findings = await advice(kind, erp);
      expect(findings.map(({ severity }) => severity)).toEqual(findings.map(() => 'advice'));
      const page = renderText(findings, new Map([['profile.yaml', profileOf(kind)]]), { color: false });
      // Each run of InnoDB estimates another number.
      const shown = kind === 'mysql' ? page.replaceAll(/about [\d,]+/g, 'about 15,000') : page;
      const expected = join(cases, `${kind}.txt`);
      if (process.env.UPDATE === '1') writeFileSync(expected, shown);
      expect(existsSync(expected) ? readFileSync(expected, 'utf8') : 'run with UPDATE=1 and review it').toBe(shown);

      if (kind === 'postgres') await erp.run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
      for (const one of findings) await erp.run(statementIn(one));
      expect(await advice(kind, erp)).toEqual([]);
      if (kind === 'mysql') return;
      await erp.run('ANALYZE');
      const sent = await statementsOf(kind, erp.url);
      const explain = kind === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const plans: string[] = [];
      for (const { sql, values } of sent) plans.push(JSON.stringify(await erp.run(`${explain} ${sql}`, values)));
      const names =
        kind === 'postgres'
          ? ['customer_lower_idx', 'item_lower_idx', 'customer_card_idx', 'invoice_changed_idx', 'payment_day_id_idx']
          : findings.map((one) => / INDEX (\w+) /.exec(statementIn(one))?.[1] ?? '');
      expect(names.filter((name) => !plans.some((plan) => plan.includes(name)))).toEqual([]);
    },
  );

  if (kind === 'postgres')
    it('reports a read whose plan the database refuses, and examines the others', async () => {
      await erp.run('DROP INDEX IF EXISTS item_lower_idx, customer_card_idx, invoice_changed_idx');
      const text = profileOf(kind)
        .replace('settings:\n', 'settings:\n  least: { env: LEAST, default: none }\n')
        .replace('FROM item i', 'FROM item i WHERE i.id > :settings.least');
      const findings = await advice(kind, erp, text);
      expect(findings.map(({ message }) => message.replace(/ reads all rows.*/, ''))).toEqual([
        'Whether an index serves this read was not checked: invalid input syntax for type integer: "none".',
        'The condition on card',
        '`since` by _changed',
      ]);
    });

  it.skipIf(kind === 'mysql' && !hasMysql)('knows which reads an index serves', async () => {
    const { indexes } = kinds[kind];
    if (kind === 'postgres') await erp.run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const name = kind === 'postgres' ? '' : 'i ';
    for (const [index, wanted] of served[kind]) {
      const more = kind === 'postgres' ? ' COLLATE "en-x-icu", "Code" text' : '';
      await erp.run(`CREATE TABLE thing (other integer, code varchar(20)${more})`);
      await erp.run(`CREATE INDEX ${name}ON thing ${index}`);
      const { sql, values } = indexes?.indexesOf({ schema: undefined, table: 'THING' }) ?? { sql: '', values: [] };
      const literal = values.reduce<string>((text, value) => text.replace('?', `'${String(value)}'`), sql);
      const rows = kind === 'mysql' ? await erp.run(literal) : await erp.run(sql, values);
      const servedUses = uses.filter((use) =>
        rows.some((row) =>
          indexes?.serves(row, { table: { schema: undefined, table: 'thing' }, columns: ['code'], use }),
        ),
      );
      expect(servedUses, index).toEqual(wanted);
      await erp.run('DROP TABLE thing');
    }
  });
});
