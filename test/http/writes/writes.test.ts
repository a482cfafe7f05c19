/** Writes to an ERP over HTTP without failures: one whole document for each key. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeClaimAdmin } from '../../../engine/tools/writes/store-claims.ts';
import { causeOf } from '../../support/cause.ts';
import { answerOf, type Bench, draftOf, invoiceOf, openBench } from './bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const rows = (sql: string, ...values: readonly string[]) => bench.rows(sql, ...values);

it("a draft is looked up, prepared, sent, and answered from the ERP's document", async () => {
  const engine = await bench.open();
  bench.api.seen.length = 0;
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  expect(bench.api.seen).toEqual([
    'GET /api/SalesOrders',
    'GET /api/Currencies',
    'POST /api/SalesOrders',
    'GET /api/SalesOrders',
  ]);
  const orders = rows('SELECT order_id, order_no, currency FROM sales_order WHERE po_ref = ?', 'PO-1');
  expect(orders).toEqual([{ order_id: Number(answer.saleId), order_no: answer.saleNumber, currency: 'EUR' }]);
  expect(answer).toMatchObject({ schemaVersion: '1', status: 'draft', receivedAt: expect.stringMatching(/Z$/) });
  const lines = rows(
    'SELECT line_no, item_code, qty, unit_price FROM sales_order_line JOIN item USING (item_id) WHERE order_id = ? ORDER BY 1',
    String(answer.saleId),
  );
  expect(lines).toEqual([
    { line_no: 1, item_code: 'HX-10', qty: 12, unit_price: 0.25 },
    { line_no: 2, item_code: 'GIFT-0', qty: 1, unit_price: null },
  ]);
});

it('a repeat gets the same answer without a request to the ERP, also from another replica', async () => {
  const [first, second] = [await bench.open(), await bench.open()];
  const answer = await answerOf(first, '/sale-draft', draftOf('PO-2'));
  bench.api.seen.length = 0;
  expect(await answerOf(second, '/sale-draft', draftOf('PO-2', { currency: 'CHF' }))).toEqual(answer);
  expect(await answerOf(first, '/sale-draft', draftOf('PO-2'))).toEqual(answer);
  expect(bench.api.seen.filter((line) => line.includes('SalesOrders'))).toEqual([]);
});

it('a stored answer that breaks the contract is not sent; after its release the document is found', async () => {
  const engine = await bench.open();
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-3'));
  const [claim] = await bench.store.claims.list({ limit: 1 });
  if (claim === undefined) throw new Error('There is no claim.');
  const { id, revision } = claim;
  await bench.store.claims.change(id, revision, { state: { kind: 'done', result: '"saleId":17,"total":1' } });
  const outcome = await engine.call('/sale-draft', draftOf('PO-3'));
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  expect(causeOf(outcome)).toContain('the contract has no field "total"');
  const admin = storeClaimAdmin(bench.store.claims, claim.installation);
  const write = await admin.read(id);
  expect(write && (await admin.release(write))).toMatchObject({ kind: 'changed' });
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-3'))).toEqual(answer);
});

it('an invoice is created and posted, in two steps', async () => {
  const engine = await bench.open();
  const answer = await answerOf(engine, '/invoices/push', invoiceOf('R-1'));
  expect(rows("SELECT invoice_id, state, total FROM invoice WHERE doc_no = 'R-1'")).toEqual([
    { invoice_id: Number(answer.erpInvoiceId), state: 'POSTED', total: 1151.23 },
  ]);
  expect(await answerOf(engine, '/invoices/push', invoiceOf('R-1'))).toEqual(answer);
});

it('a payment has a reference that the ERP accepts once', async () => {
  const engine = await bench.open();
  const { erpInvoiceId } = await answerOf(engine, '/invoices/push', invoiceOf('R-2'));
  const body = { erpInvoiceId, amount: 100.5, paymentDate: '2026-04-02' };
  const answer = await answerOf(engine, '/payments/push', body);
  expect(rows('SELECT allocation_id, amount FROM allocation WHERE invoice_id = ?', String(erpInvoiceId))).toEqual([
    { allocation_id: Number(answer.erpPaymentId), amount: 100.5 },
  ]);
  expect(await answerOf(engine, '/payments/push', body)).toEqual(answer);
});

it('50 callers on two replicas create one document', async () => {
  const [first, second] = [await bench.open(), await bench.open()];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_none, index) =>
      answerOf(index % 2 === 0 ? first : second, '/sale-draft', draftOf('PO-50')),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(rows("SELECT order_id FROM sales_order WHERE po_ref = 'PO-50'")).toHaveLength(1);
});

it('a refusal of the ERP changes nothing, and the request can be corrected under the same key', async () => {
  const engine = await bench.open();
  const wrong = await engine.call('/sale-draft', draftOf('PO-3', { lines: [{ sku: 'NO-SUCH', qty: 1 }] }));
  expect(wrong).toMatchObject({ ok: false, problem: { kind: 'invalid', message: 'Item NO-SUCH does not exist.' } });
  const unknown = await engine.call('/sale-draft', draftOf('PO-3', { currency: 'CHF' }));
  expect(unknown).toMatchObject({ ok: false, problem: { kind: 'invalid', fields: [{ field: 'currency' }] } });
  expect(rows("SELECT order_id FROM sales_order WHERE po_ref = 'PO-3'")).toEqual([]);
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-3'));
  expect(rows("SELECT order_id FROM sales_order WHERE po_ref = 'PO-3'")).toEqual([{ order_id: Number(answer.saleId) }]);
});
