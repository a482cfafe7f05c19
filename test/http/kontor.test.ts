/**
 * The demo ERP twice: by SQL, as the shipped profile reads it, and by the OData API of the double. What the API's profile answers must be what the
 * other one answers, since the data are the same.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';
import { type KontorApi, startKontorApi } from '../support/kontor-api/server.ts';

const provided = `
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /Customers
    params: { $filter: [active eq true, blocked eq false, { $each: $words, $item: "contains(name, {{ $ }})" }] }
    fields: { erpId: id, erpName: name, city: town }
  /catalog/products/by-sku:
    fields: { erpSku: code, erpDesc: title, erpProductId: id }
    first:
      - { get: /Items, params: { $filter: [active eq true, "code eq {{ sku }}"], $top: "{{ limit }}" } }
      - { get: /Items, params: { $filter: [active eq true, "startswith(code, {{ sku }})"], $orderby: code, $top: "{{ limit }}" } }
  /sales-orders/list:
    get: /SalesOrders
    params: { $filter: [state gt 5, "customerId eq {{ customerErpId }}"], $orderby: "orderedOn desc,id desc", $top: "{{ limit }}" }
    fields: { erpSoId: id, soNumber: number, customerErpId: customerId, status: state, orderDate: orderedOn }
    codes: { status: { 10: draft, 20: authorised, 30: partly delivered, 40: delivered, 90: cancelled } }
  /customer-invoices/list:
    get: /Invoices
    params: { $filter: ["customerId eq {{ customerErpId }}", state ne 'DRAFT'], $orderby: "issuedOn desc,id desc", $top: "{{ limit }}" }
    fields: { erpInvoiceId: id, invoiceNumber: number, customerErpId: customerId, issueDate: issuedOn, dueDate: dueOn, currency: currency, amountTotal: total, amountOpen: open, status: state }
    codes: { status: { else: any } }
  /debtors/list:
    get: /Customers
    fields: { erpDebtorId: id, name: name, email: mail }
  /invoices/list:
    get: /Invoices
    params: { $filter: [state ne 'DRAFT', "lastModified ge {{ modifiedSince }}"], $expand: lines }
    since: { overlap: 2m }
    fields:
      erpInvoiceId: id
      invoiceNumber: number
      erpDebtorId: customerId
      debtorName: customerName
      issueDate: issuedOn
      dueDate: dueOn
      currency: currency
      amountTotal: total
      amountOutstanding: open
      status: state
      lines: "lines.{ 'description': text, 'quantity': quantity, 'unitPrice': unitPrice, 'amount': amount }"
    codes: { status: { POSTED: AUTHORISED, PAID: PAID, VOID: VOIDED } }
  /payments/list:
    get: /Payments
    params: { $filter: [state eq 'POSTED', undone eq false] }
    fields: { erpPaymentId: id, erpInvoiceId: invoiceId, amount: amount, paymentDate: receivedOn }
`;

function profileOf({ url, token }: KontorApi): string {
  const others = contract.endpoints.filter(
    ({ path, answer }) => answer.kind !== 'service' && !provided.includes(`  ${path}:`),
  );
  return `profile: kontor-api
contract: "1"
settings: { token: { default: ${token}, secret: true } }
sources:
  api:
    http: ${url}
    literals: odata
    clock: Europe/Berlin
    request: { headers: { Authorization: "Bearer \${token}" }, rows: value }
    page: { next: "\`@odata.nextLink\`" }
    probe: { get: /Currencies }
endpoints:${provided}${others.map(({ path }) => `  ${path}: { unavailable: not part of this test }\n`).join('')}`;
}

let demo: DemoProfile;
let bySql: DemoEngine;
let api: KontorApi;
let byApi: DemoEngine;
const folder = mkdtempSync(join(tmpdir(), 'engine-kontor-'));

beforeAll(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
  bySql = await openDemo(demo.file);
  api = await startKontorApi({ pageSize: 7 });
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, profileOf(api));
  byApi = await openDemo(file);
});
afterAll(async () => {
  await byApi.close();
  await api.close();
  await bySql.close();
  await demo.drop();
  rmSync(folder, { recursive: true });
});

type Answer = Readonly<Record<string, unknown>>;

async function answers(path: string, body: object): Promise<readonly [Answer, Answer]> {
  const [first, second] = await Promise.all([bySql, byApi].map((engine) => engine.call(path, body)));
  if (first?.ok !== true || second?.ok !== true) throw new Error(JSON.stringify([first, second, byApi.events.at(-1)]));
  return [JSON.parse(first.json), JSON.parse(second.json)];
}

it.each([
  ['/catalog/customers/search', { query: '', limit: 500 }],
  ['/catalog/products/by-sku', { sku: 'A', limit: 100 }],
  ['/catalog/products/by-sku', { sku: "O'Brien" }],
])('%s %j: the same hits', async (path, body) => {
  const [sql, http] = await answers(path, body);
  const sorted = ({ hits }: Answer) => (Array.isArray(hits) ? hits.map((hit) => JSON.stringify(hit)).sort() : hits);
  expect(sorted(http)).toEqual(sorted(sql));
});

it.each([
  ['/sales-orders/list', { limit: 100 }],
  ['/sales-orders/list', { customerErpId: 'K10001' }],
  ['/customer-invoices/list', { customerErpId: 'K10001', limit: 100 }],
])('%s %j: the same rows in the same order, but for words for a status', async (path, body) => {
  const [sql, http] = await answers(path, body);
  const plain = (answer: Answer) =>
    Object.values(answer).map((rows) => (Array.isArray(rows) ? rows.map((row) => ({ ...row, status: '' })) : rows));
  expect(plain(http)).toEqual(plain(sql));
});

it.each(['/debtors/list', '/invoices/list', '/payments/list'])('%s: page by page the same', async (path) => {
  for (let page = 1; page < 100; page += 1) {
    const [sql, http] = await answers(path, { page, limit: 20 });
    expect(http).toEqual(sql);
    if (sql.hasMore !== true) break;
  }
});

it('/invoices/list: the same invoices have changed', async () => {
  for (const modifiedSince of [
    '2020-01-01T00:00:00Z',
    '2026-01-15T12:00:00+01:00',
    '2026-06-01',
    '2030-01-01T00:00:00Z',
  ]) {
    const [sql, http] = await answers('/invoices/list', { modifiedSince, limit: 500 });
    expect([modifiedSince, http]).toEqual([modifiedSince, sql]);
  }
});
