/** Keys of writes over HTTP: their scope, released keys, and requests that cannot be made. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { runHere } from '../../src/cli/here.ts';
import { openErp } from '../../support/erp.ts';
import { startKontorApi } from '../../support/kontor-api/server.ts';
import { answerOf, type Bench, draftOf, invoiceOf, openBench, profileText } from './bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

/** Releases a key like an operator does. */
async function release(
  path: string,
  key: string,
  flags: readonly string[] = ['--installation', 'test'],
): Promise<void> {
  const file = join(dirname(bench.file), 'profile.yaml');
  writeFileSync(file, profileText(bench.api.url, bench.api.token));
  const args = ['writes', 'release', path, key, '--yes', '--profile', file, '--store', bench.file, ...flags];
  expect(await runHere(args, { env: {}, cwd: dirname(file) })).toMatchObject({ status: 0, err: '' });
}

it("two companies share a store, and neither gets the other's answers", async () => {
  const live = await startKontorApi();
  const durable = { claims: bench.store.claims, clock: Date.now };
  const nameless = { installation: undefined, durable };
  const test = await openErp(profileText(bench.api.url, bench.api.token), contract, nameless);
  const real = await openErp(profileText(live.url, live.token), contract, nameless);
  try {
    await answerOf(test, '/sale-draft', draftOf('PO-1'));
    await answerOf(real, '/sale-draft', draftOf('PO-1'));
    expect(live.database.prepare("SELECT po_ref FROM sales_order WHERE po_ref = 'PO-1'").all()).toHaveLength(1);
    // The command line finds the claim of the company that its profile names.
    await release('/sale-draft', 'PO-1', []);
    const states = (await bench.store.claims.list({ limit: 5 })).map(({ state }) => state.kind).sort();
    expect(states).toEqual(['absent', 'done']);
  } finally {
    await test.close();
    await real.close();
    await live.close();
  }
});

it('a released key creates a new document, and ignores the one that it had', async () => {
  const engine = await bench.open();
  const first = await answerOf(engine, '/sale-draft', draftOf('PO-AGAIN'));
  await release('/sale-draft', 'PO-AGAIN');
  const second = await answerOf(engine, '/sale-draft', draftOf('PO-AGAIN'));
  const orders = bench.rows("SELECT order_id AS id FROM sales_order WHERE po_ref = 'PO-AGAIN' ORDER BY 1");
  expect(orders).toEqual([{ id: Number(first.saleId) }, { id: Number(second.saleId) }]);
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-AGAIN'))).toEqual(second);
});

it('a released key that the ERP accepts only once is changed for the ERP', async () => {
  const engine = await bench.open();
  const { erpInvoiceId } = await answerOf(engine, '/invoices/push', invoiceOf('R-TWICE'));
  const body = { erpInvoiceId, amount: 5, paymentDate: '2026-04-02' };
  const first = await answerOf(engine, '/payments/push', body);
  await release('/payments/push', JSON.stringify([erpInvoiceId, '5', '2026-04-02', null]));
  const second = await answerOf(engine, '/payments/push', body);
  const paid = bench.rows(
    'SELECT allocation_id AS id FROM allocation WHERE invoice_id = ? ORDER BY 1',
    String(erpInvoiceId),
  );
  expect(paid).toEqual([{ id: Number(first.erpPaymentId) }, { id: Number(second.erpPaymentId) }]);
});

it('a missing value of the ERP is never omitted: nothing is sent, and the key is free', async () => {
  const lines = {
    rows: 'lines',
    attach: {
      item: {
        get: '/Items',
        params: { $filter: ['code in ({{ $rows.sku }})'] },
        fields: { _code: 'code', _id: 'noSuchName' },
        on: { _code: 'sku' },
        one: 'Unknown SKU {{ sku }}',
      },
    },
  };
  const order = {
    post: '/SalesOrders',
    json: {
      reference: '{{ $key }}',
      lines: { $each: '$lines', $item: { itemId: '{{ item._id }}', unitPrice: '{{ unitPrice }}' } },
    },
  };
  const find = {
    get: '/SalesOrders',
    params: { $filter: ['reference eq {{ $key }}'] },
    fields: { saleId: 'id', receivedAt: 'createdAt', key: 'reference' },
  };
  const engine = await bench.open({ endpoints: { '/sale-draft': { find, prepare: [{ lines }], write: [{ order }] } } });
  bench.api.seen.length = 0;
  expect(await engine.call('/sale-draft', draftOf('PO-LACK'))).toMatchObject({
    ok: false,
    problem: { kind: 'broken' },
  });
  expect(bench.api.seen.filter((line) => line.includes('POST'))).toEqual([]);
  expect((await bench.store.claims.list({ limit: 5 })).map(({ state }) => state.kind)).toEqual(['absent']);
});

it('the store contains the key and the id of a write, and nothing else of its document, also while it is in doubt', async () => {
  const engine = await bench.open();
  const { erpInvoiceId } = await answerOf(engine, '/invoices/push', invoiceOf('2026/0042'));
  bench.onPost('/Invoices', 'silence');
  await engine.call('/invoices/push', invoiceOf('2026/0043'));
  const stored = [bench.file, `${bench.file}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
  const contains = (text: string): boolean => stored.some((bytes) => bytes.includes(text));
  expect(
    ['2026/0042', '2026/0043', 'K10018', `"erpInvoiceId":"${erpInvoiceId}"`].filter((text) => !contains(text)),
  ).toEqual([]);
  expect(['Rail', '383.7433', '1151.23', '2026-03-02', '2026-04-01', 'EUR'].filter(contains)).toEqual([]);
});
