/**
 * The demo profile answers every request with the same text on SQLite and on PostgreSQL.
 *
 * One freedom is left: where the PostgreSQL server sorts by another collation than code points, hits of a search that
 * match equally well may come in another order. Those are the two searches by words, of customers and of products; the
 * search by SKU and all lists are ordered by more than text. The test's own server sorts by code points. How İ becomes a
 * small letter (i, or i with a dot above) is for the database to say, too: no request here asks for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../engine/index.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';

type Request = readonly [path: string, body: Readonly<Record<string, unknown>>];

const texts = [
  ...[
    '',
    ' ',
    "'",
    "''",
    '"',
    '%',
    '%%',
    '_',
    '\\',
    '\\%',
    '[',
    ']',
    '[a-z]',
    '[Werk 7]',
    '*',
    '?',
    '$1',
    ':key',
    '{x}',
    '--',
    '/*',
    ';',
  ],
  ...[
    "O'Brien",
    'MÜLLER',
    'müller & söhne',
    'söhne müller',
    'ZÜRICH',
    'straße',
    'STRASSE',
    'café',
    'CAFÉ',
    'ß',
    'ẞ',
    'ı',
    'Σ',
    'ς',
  ],
  ...[
    '日本',
    '工具',
    '🛠️',
    '🔩',
    '六角',
    '100%',
    '50%',
    'A_B',
    'a_b',
    'Back\\Slash',
    'path\\45',
    'gmbh',
    'GmbH  a',
    'e',
    'bolt hex',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud83d',
    'x'.repeat(10_000),
    'a '.repeat(400),
    "'; DROP TABLE customer; --",
    'elektro schmidt',
    '\u00a0',
    '\t\n',
  ],
];
const customers = [
  'K10000',
  'K10001',
  'K10002',
  'K10005',
  'K10007',
  'K10008',
  'K10012',
  'K10022',
  'K10023',
  'k10001',
  'nope',
  "'",
];
const skus = [
  'HX-10',
  'hx-10',
  'HX',
  'H',
  'SCR-4040',
  'PCT-50%',
  'PCT-50_',
  'A_B-1',
  'A%',
  'CUT\\45',
  'SALE-[A]',
  'SÄG',
  'säg',
  'FUN-🔩',
  'BOLT',
  'NOPE',
];
const invoiceIds = ['101', '242', '0101', '1e2', '99999999999999999999', '-1', '101.0', 'x'];

const draft = {
  currency: 'EUR',
  lines: [
    { sku: 'HX-10', qty: 3, unitPrice: 0.1 },
    { sku: 'CAB-315', qty: 2 },
    { sku: 'SPECIAL-1', qty: 1 },
  ],
};
const invoice = { erpDebtorId: 'K10018', issueDate: '2026-02-28', currency: 'EUR' };
const line = { description: 'Ä "quoted" \\ line', quantity: 1.5, unitPrice: 0.333, amount: 0.5 };

/** In this order: later ones see what the earlier ones wrote. */
const requests: readonly Request[] = [
  ...texts.flatMap((query): Request[] => [
    ['/catalog/customers/search', { query, limit: 500 }],
    ['/catalog/products/search', { query, limit: 500 }],
  ]),
  ...[1, 7, 500].flatMap((limit): Request[] => [
    ['/catalog/customers/search', { limit }],
    ['/catalog/products/search', { limit, query: 'a' }],
  ]),
  ...[...skus, ...texts.slice(0, 22)].map((sku): Request => ['/catalog/products/by-sku', { sku, limit: 100 }]),
  ...customers.flatMap((id): Request[] => [
    ['/catalog/customers/addresses', { customerId: id }],
    ['/catalog/customers/addresses', { customerId: id, kind: 'billing' }],
    ['/credit/customer', { customerErpId: id }],
    ['/purchase-orders/list', { customerErpId: id }],
    ['/sales-orders/list', { customerErpId: id, limit: 100 }],
    ['/customer-invoices/list', { customerErpId: id, limit: 100 }],
    ['/customer-statement/get', { customerErpId: id, periodStart: '2026-02-01', periodEnd: '2026-09-30' }],
    ['/customer-statement/get', { customerErpId: id }],
    ['/sales-orders/usage', { customerErpId: id, sku: 'SCR-4040', periodStart: '2026-03-01', periodEnd: '2026-03-31' }],
    ['/sales-orders/usage', { customerErpId: id, sku: 'HX-10', periodStart: '2025-01-01', periodEnd: null }],
    ...['1', '3', '5', '7', '9', '01', 'x'].map(
      (product): Request => ['/pricing/resolve', { customerErpId: id, productErpId: product }],
    ),
  ]),
  ...[1, 2, 3, 4, 99].flatMap((page): Request[] => [
    ['/debtors/list', { page }],
    ['/invoices/list', { page, limit: 120 }],
    ['/payments/list', { page, limit: 90 }],
  ]),
  ...[
    '2026-03-29T01:30:00Z',
    '2025-10-26T00:30:00Z',
    '2026-10-25T01:30:00+02:00',
    '2026-11-01T00:00:00Z',
    '2030-01-01',
  ].map((modifiedSince): Request => ['/invoices/list', { modifiedSince, limit: 500 }]),
  ['/debtors/list', { limit: 100_000 }],
  ['/purchase-orders/list', { limit: 100 }],
  ['/sales-orders/list', { limit: 101 }],
  ['/sale-draft', { ...draft, poNumber: 'SAME-1' }],
  ['/sale-draft', { ...draft, poNumber: 'SAME-1', lines: [{ sku: 'HX-10', qty: 1 }] }],
  ['/sale-draft', { ...draft, poNumber: 'SAME-Ä-🔩' }],
  ['/sale-draft', { ...draft, poNumber: 'same-1', currency: 'gbp' }],
  ['/sale-draft', { ...draft, poNumber: 'REFUSED', lines: [{ sku: 'NOPE', qty: 1 }] }],
  ['/sale-draft', { ...draft, poNumber: 'x'.repeat(36) }],
  ['/invoices/push', { ...invoice, invoiceNumber: 'SAME-1', lines: [line, { ...line, amount: 0.25 }] }],
  ['/invoices/push', { ...invoice, invoiceNumber: 'SAME-1', lines: [line] }],
  ['/invoices/push', { ...invoice, invoiceNumber: 'SAME-2', lines: [{ ...line, amount: -1 }] }],
  [
    '/invoices/push',
    { ...invoice, invoiceNumber: 'SAME-3', lines: [{ description: 'n', quantity: 3, unitPrice: 0.335 }] },
  ],
  ['/invoices/push', { ...invoice, invoiceNumber: 'SAME-4', erpDebtorId: 'K10002', lines: [line] }],
  ...invoiceIds.map(
    (erpInvoiceId): Request => ['/payments/push', { erpInvoiceId, amount: 0.01, paymentDate: '2026-05-01' }],
  ),
  ['/payments/push', { erpInvoiceId: '20469', amount: 100.5, paymentDate: '2026-05-01', bankAccountCode: 'GIRO' }],
  ['/payments/push', { erpInvoiceId: '20469', amount: 100.5, paymentDate: '2026-05-01', bankAccountCode: 'GIRO' }],
  ['/payments/push', { erpInvoiceId: '20469', amount: 1e9, paymentDate: '2026-05-01' }],
  ['/customer-statement/get', { customerErpId: 'K10018' }],
  ['/customer-statement/get', { customerErpId: 'K10001' }],
  ['/customer-invoices/list', { customerErpId: 'K10018' }],
  ['/sales-orders/list', { customerErpId: 'K10000' }],
  ['/payments/list', { page: 1, limit: 500 }],
  ['/invoices/list', { page: 2, limit: 400 }],
];

describe('the demo profile on both databases', () => {
  const profiles: DemoProfile[] = [];
  const engines: DemoEngine[] = [];
  // Both answer at the same moment, which moves on from request to request.
  let moment = Date.now();

  beforeAll(async () => {
    for (const dialect of ['sqlite', 'postgres'] as const) {
      const profile = await demoProfile({ dialect });
      profiles.push(profile);
      engines.push(await openDemo(profile.file, { now: () => moment }));
    }
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    for (const profile of profiles) await profile.drop();
  });

  const textOf = (outcome: Outcome | undefined): string =>
    outcome?.ok ? outcome.json : `refused: ${JSON.stringify(outcome?.problem)}`;

  /** Hits without their order, for servers that sort by another collation. */
  function regardless(text: string): unknown {
    const answer = JSON.parse(text);
    return { ...answer, hits: answer.hits.map((hit: unknown) => JSON.stringify(hit)).sort() };
  }

  it('is asked everything that the contract has', () => {
    expect(requests.length).toBeGreaterThanOrEqual(150);
    const asked = new Set(requests.map(([path]) => path));
    const all = engines[0]?.engine.contract.endpoints.map(({ path }) => path) ?? [];
    // Health is answered by the service.
    expect(all.filter((path) => !asked.has(path))).toEqual(['/health']);
  });

  it('gives the same text', async () => {
    const other: string[] = [];
    const kinds = { accepted: 0, refused: 0 };
    const collation = await profiles[1]?.rows(
      `SELECT CASE WHEN 'a' < 'B' THEN 'words' ELSE 'code points' END AS sorted`,
    );
    for (const [path, body] of requests) {
      moment = Date.now();
      const [sqlite = '', postgres = ''] = (await Promise.all(engines.map((demo) => demo.call(path, body)))).map(
        textOf,
      );
      kinds[sqlite.startsWith('refused') ? 'refused' : 'accepted'] += 1;
      expect(sqlite, `${path} ${JSON.stringify(body).slice(0, 200)}`).not.toMatch(
        /"kind":"(bug|broken|unreachable|timeout)"/,
      );
      if (sqlite === postgres) continue;
      const free = collation?.[0]?.sorted === 'words' && /\/(customers|products)\/search$/.test(path);
      if (free) expect(regardless(postgres)).toEqual(regardless(sqlite));
      else
        other.push(
          `${path} ${JSON.stringify(body).slice(0, 200)}\n  sqlite:   ${sqlite.slice(0, 600)}\n  postgres: ${postgres.slice(0, 600)}`,
        );
    }
    expect(other).toEqual([]);
    expect(kinds.accepted).toBeGreaterThan(150);
    expect(kinds.refused).toBeGreaterThan(10);
  });
});
