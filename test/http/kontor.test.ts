/**
 * The demo ERP twice: over SQL with the shipped profile, and over the double's OData API. Both profiles must give the
 * same answers, because the data are the same.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';
import { type KontorApi, startKontorApi } from '../support/kontor-api/server.ts';

let demo: DemoProfile;
let bySql: DemoEngine;
let api: KontorApi;
let byApi: DemoEngine;

beforeAll(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
  bySql = await openDemo(demo.file);
  api = await startKontorApi({ pageSize: 7 });
  const profile = join(import.meta.dirname, '../support/kontor-api/profile.yaml');
  byApi = await openDemo(profile, { environment: { KONTOR_API: api.url, KONTOR_TOKEN: api.token } });
});
afterAll(async () => {
  await byApi.close();
  await api.close();
  await bySql.close();
  await demo.drop();
});

type Answer = Readonly<Record<string, unknown>>;

async function answers(path: string, body: object): Promise<readonly [Answer, Answer]> {
  const [first, second] = await Promise.all([bySql, byApi].map((engine) => engine.call(path, body)));
  if (first?.ok !== true || second?.ok !== true) throw new Error(JSON.stringify([first, second]));
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
  ['/catalog/customers/addresses', { customerId: 'K10001' }],
  ['/catalog/customers/addresses', { customerId: 'K10001', kind: 'shipping' }],
  ['/purchase-orders/list', { limit: 100 }],
  ['/sales-orders/list', { limit: 100 }],
  ['/sales-orders/list', { customerErpId: 'K10001' }],
  ['/customer-invoices/list', { customerErpId: 'K10001', limit: 100 }],
])('%s %j: the same rows in the same order', async (path, body) => {
  const [sql, http] = await answers(path, body);
  expect(http).toEqual(sql);
});

/** Ids of some of the records that a search finds. */
async function some(path: string, property: string, every: number): Promise<readonly string[]> {
  const [{ hits }] = await answers(path, { query: '', limit: 500 });
  const ids = Array.isArray(hits) ? hits.map((hit) => String(hit[property])) : [];
  return ids.filter((_id, index) => index % every === 0);
}

it('customers: the same credit and the same statement, whatever the period', async () => {
  const customers = await some('/catalog/customers/search', 'erpId', 15);
  expect(customers.length).toBeGreaterThan(2);
  for (const customerErpId of customers) {
    for (const [path, body] of [
      ['/credit/customer', {}],
      ['/customer-statement/get', {}],
      ['/customer-statement/get', { periodStart: '2025-06-01', periodEnd: '2025-12-31' }],
      ['/customer-statement/get', { periodStart: '1990-01-01', periodEnd: '9999-12-31' }],
    ] as const) {
      const [sql, http] = await answers(path, { customerErpId, ...body });
      expect([path, http]).toEqual([path, sql]);
    }
  }
});

it('customers and products: the same prices by the same rules', async () => {
  const products = await some('/catalog/products/search', 'erpProductId', 40);
  const sources = new Set<unknown>();
  for (const customerErpId of await some('/catalog/customers/search', 'erpId', 20)) {
    for (const productErpId of products) {
      const [sql, http] = await answers('/pricing/resolve', { customerErpId, productErpId });
      expect([customerErpId, productErpId, http]).toEqual([customerErpId, productErpId, sql]);
      sources.add(sql.source);
    }
  }
  expect(sources.size).toBeGreaterThan(1);
});

it.each(['/debtors/list', '/invoices/list', '/payments/list'])('%s: page by page the same', async (path) => {
  for (let page = 1; page < 100; page += 1) {
    const [sql, http] = await answers(path, { page, limit: 20 });
    expect(http).toEqual(sql);
    if (sql.hasMore !== true) break;
  }
});

it('/invoices/list: the same changed invoices', async () => {
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
