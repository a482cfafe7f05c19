/** `check --connect` advises indexes for reads of large tables; with the advised index the advice is gone, and the database uses it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../engine/diagnostics/diagnostic.ts';
import { renderText } from '../../../../engine/diagnostics/render.ts';
import { openEngine } from '../../../../engine/index.ts';
import type { IndexNeed } from '../../../../engine/sources/sql/index-rules.ts';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { kinds } from '../../../support/kinds.ts';
import { type Erp, filled, type Kind } from './unindexed-databases.ts';

const cases = join(import.meta.dirname, '../../../cases/index-advice');

const sources = {
  postgres: { sql: 'postgres', connection: '{ url: "${url}" }' },
  mysql: { sql: 'mysql', connection: '{ url: "${url}" }' },
  sqlite: { sql: 'sqlite', connection: '{ file: "${url}" }' },
} as const;

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
