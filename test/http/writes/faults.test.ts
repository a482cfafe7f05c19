/** Writes to an ERP over HTTP with failures: never two documents, never a partial or a lost one. */

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../src/cli/here.ts';
import { answerOf, type Bench, draftOf, invoiceOf, openBench, profileText } from './bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const orders = (key: string) => bench.rows('SELECT order_id AS id FROM sales_order WHERE po_ref = ?', key);
const invoices = (key: string) =>
  bench.rows(
    `SELECT invoice_id AS id, i.state FROM invoice i LEFT JOIN api_draft r USING (invoice_id) WHERE coalesce(doc_no, r.ref) = ?`,
    key,
  );

/** Waits until the claim of a key is in a state, looking at the store alone. */
async function becomes(key: string, kind: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const claims = await bench.store.claims.list({ limit: 10 });
    if (claims.some((claim) => claim.naturalKey === key && claim.state.kind === kind)) return;
    await sleep(100);
  }
  throw new Error(`The claim of ${key} has not become ${kind}.`);
}

describe('a lost answer', () => {
  it('after the document was created leads to this document, not to a second one', async () => {
    const engine = await bench.open();
    bench.onPost('/SalesOrders', 'answer lost');
    const answer = await answerOf(engine, '/sale-draft', draftOf('PO-LOST'));
    expect(orders('PO-LOST')).toEqual([{ id: Number(answer.saleId) }]);
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-LOST'))).toEqual(answer);
  });

  it.each(['cut', 'silence', { status: 500 }] as const)(
    'and nothing was made (%j): the caller sends it again',
    async (fault) => {
      const engine = await bench.open();
      bench.onPost('/SalesOrders', fault);
      const first = await engine.call('/sale-draft', draftOf('PO-CUT'));
      expect(first).toMatchObject({ ok: false, problem: { kind: 'unreachable', retryAfter: 2 } });
      expect(orders('PO-CUT')).toEqual([]);
      const answer = await answerOf(engine, '/sale-draft', draftOf('PO-CUT'));
      expect(orders('PO-CUT')).toEqual([{ id: Number(answer.saleId) }]);
    },
  );

  it.each([408, 500, 502, 503, 504])(
    'replaced by status %i after the document was created: it is looked up, and not sent again',
    async (status) => {
      const engine = await bench.open();
      bench.onPost('/SalesOrders', { status, done: true });
      bench.api.seen.length = 0;
      const answer = await answerOf(engine, '/sale-draft', draftOf('PO-GATE'));
      expect(orders('PO-GATE')).toEqual([{ id: Number(answer.saleId) }]);
      expect(bench.api.seen.filter((line) => line.includes('POST'))).toHaveLength(1);
    },
  );

  it('is looked up even if the caller does not retry', async () => {
    const engine = await bench.open({ source: { writes: { settle: '4s', apart: '4s' } } });
    bench.onPost('/SalesOrders', 'answer lost');
    const call = { requestId: 'r', deadline: Date.now() + 3_000 };
    const first = await engine.engine.call('/sale-draft', { schemaVersion: '1', ...draftOf('PO-GONE') }, call);
    expect(first).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    await becomes('PO-GONE', 'done');
    const answer = await answerOf(engine, '/sale-draft', draftOf('PO-GONE'));
    expect(orders('PO-GONE')).toEqual([{ id: Number(answer.saleId) }]);
  });

  it('of a payment is requested again at once, because the ERP accepts its reference once', async () => {
    const engine = await bench.open();
    const { erpInvoiceId } = await answerOf(engine, '/invoices/push', invoiceOf('R-PAID'));
    bench.onPost('/Payments', 'answer lost');
    bench.api.seen.length = 0;
    const answer = await answerOf(engine, '/payments/push', { erpInvoiceId, amount: 3.5, paymentDate: '2026-04-02' });
    expect(bench.api.seen.filter((line) => line.includes('POST'))).toHaveLength(2);
    const paid = bench.rows('SELECT allocation_id AS id FROM allocation WHERE invoice_id = ?', String(erpInvoiceId));
    expect(paid).toEqual([{ id: Number(answer.erpPaymentId) }]);
  });
});

describe('a write in two steps', () => {
  it.each([
    ['the second one failed', '/Invoices\\(\\d+\\)/post', { status: 500 }],
    ['the second one was lost on its way', '/Invoices\\(\\d+\\)/post', 'cut'],
    ['the answer to the first one was lost', '/Invoices', 'answer lost'],
  ] as const)('of which %s is completed by the repeat', async (_what, path, fault) => {
    const [engine, other] = [await bench.open(), await bench.open()];
    bench.onPost(path, fault);
    const first = await engine.call('/invoices/push', invoiceOf('R-HALF'));
    expect(first).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    expect(invoices('R-HALF')).toEqual([{ id: expect.any(Number), state: 'DRAFT' }]);
    const answer = await answerOf(other, '/invoices/push', invoiceOf('R-HALF'));
    expect(invoices('R-HALF')).toEqual([{ id: Number(answer.erpInvoiceId), state: 'POSTED' }]);
  });

  it('is answered even if its last answer is lost', async () => {
    const engine = await bench.open();
    bench.onPost('/Invoices\\(\\d+\\)/post', 'answer lost');
    const answer = await answerOf(engine, '/invoices/push', invoiceOf('R-LAST'));
    expect(invoices('R-LAST')).toEqual([{ id: Number(answer.erpInvoiceId), state: 'POSTED' }]);
  });
});

describe('a step that the ERP has not processed', () => {
  it('because it is throttled is reported to the caller with a time to retry', async () => {
    const [engine, other] = [await bench.open(), await bench.open()];
    bench.onPost('/SalesOrders', { status: 429, headers: { 'retry-after': '7' } });
    const first = await engine.call('/sale-draft', draftOf('PO-MANY'));
    expect(first).toMatchObject({ ok: false, problem: { kind: 'throttled', retryAfter: 7 } });
    const answer = await answerOf(other, '/sale-draft', draftOf('PO-MANY'));
    expect(orders('PO-MANY')).toEqual([{ id: Number(answer.saleId) }]);
  });

  it.each([
    ['JSON', { status: 401 }],
    ['HTML', { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>401 Unauthorized</h1>' }],
  ] as const)('because the session had expired is sent again after a login (%s)', async (_body, fault) => {
    const { token } = bench.api;
    const login = (): void =>
      void bench.api.intercept.push(({ url }, response) => {
        if (!url?.endsWith('/login')) return false;
        login();
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }));
        return true;
      });
    login();
    const session = {
      login: { post: '/login', json: { user: 'me' } },
      take: 'token',
      send: { header: 'Authorization', value: 'Bearer {{ token }}' },
    };
    const engine = await bench.open({ source: { auth: { session } } });
    bench.onPost('/SalesOrders', fault);
    bench.api.seen.length = 0;
    const answer = await answerOf(engine, '/sale-draft', draftOf('PO-401'));
    expect(bench.api.seen.filter((line) => line.includes('POST'))).toEqual([
      'POST /api/SalesOrders',
      'POST /api/login',
      'POST /api/SalesOrders',
    ]);
    expect(orders('PO-401')).toEqual([{ id: Number(answer.saleId) }]);
  });

  it('because it refuses the login is an error of the ERP, and leaves the key free', async () => {
    const engine = await bench.open();
    bench.onPost('/SalesOrders', { status: 401 });
    const first = await engine.call('/sale-draft', draftOf('PO-DENIED'));
    expect(first).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    const answer = await answerOf(engine, '/sale-draft', draftOf('PO-DENIED'));
    expect(orders('PO-DENIED')).toEqual([{ id: Number(answer.saleId) }]);
  });
});

it('a document that nearly matches holds the key until an operator decides', async () => {
  const find = {
    get: '/SalesOrders',
    params: { $filter: ['contains(reference, {{ $key }})'] },
    fields: { saleId: 'id', saleNumber: 'number', receivedAt: 'createdAt', key: 'reference' },
  };
  const options = { endpoints: { '/sale-draft': { find, write: [{ order: { post: '/SalesOrders', json: {} } }] } } };
  const [plain, near] = [await bench.open(), await bench.open(options)];
  const other = await answerOf(plain, '/sale-draft', draftOf('PO-77-A'));
  const held = await near.call('/sale-draft', draftOf('PO-77'));
  expect(held).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  const file = join(dirname(bench.file), 'profile.yaml');
  writeFileSync(file, profileText(bench.api.url, bench.api.token, options));
  const answer = { saleId: other.saleId, saleNumber: other.saleNumber, receivedAt: other.receivedAt };
  const verb = ['writes', 'resolve', '/sale-draft', 'PO-77', '--answer', JSON.stringify(answer), '--yes'];
  const flags = ['--profile', file, '--installation', 'test', '--store', bench.file];
  expect(await runHere([...verb, ...flags], { env: {}, cwd: dirname(file) })).toMatchObject({ status: 0, err: '' });
  expect(await answerOf(near, '/sale-draft', draftOf('PO-77'))).toEqual(other);
  expect(orders('PO-77')).toEqual([]);
});

const posted = {
  post: '/SalesOrders',
  json: {
    customerId: 'K10000',
    currency: '{{ currency }}',
    reference: '{{ $key }}',
    lines: { $each: 'lines', $item: { itemCode: '{{ sku }}', quantity: '{{ qty }}' } },
  },
};

it('without a lookup, unknown outcomes are held for an operator, and other writes are answered from the results of their steps', async () => {
  const order = { ...posted, fields: { saleId: 'id', receivedAt: 'createdAt' } };
  const engine = await bench.open({ endpoints: { '/sale-draft': { find: 'none', write: [{ order }] } } });
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-BLIND'));
  expect(orders('PO-BLIND')).toEqual([{ id: Number(answer.saleId) }]);
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-BLIND'))).toEqual(answer);
  bench.onPost('/SalesOrders', 'answer lost');
  const held = await engine.call('/sale-draft', draftOf('PO-DARK'));
  expect(held).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  expect(await engine.call('/sale-draft', draftOf('PO-DARK'))).toEqual(held);
  expect(orders('PO-DARK')).toHaveLength(1);
});

it.each([
  ['fails', "$error('no number')", 'The expression "$error(\'no number\')" failed: no number'],
  [
    'finds nothing',
    'identifier',
    'answered 201 without what the step should give: saleId. What is there: @odata.context, id, ',
  ],
])('the log says why a step has no result if an expression %s', async (_what, saleId, told) => {
  const order = { ...posted, fields: { saleId, receivedAt: 'createdAt' } };
  const engine = await bench.open({ endpoints: { '/sale-draft': { find: 'none', write: [{ order }] } } });
  expect(await engine.call('/sale-draft', draftOf('PO-MUTE'))).toMatchObject({ ok: false });
  const [doubt] = engine.events.filter(({ event }) => event === 'write_in_doubt');
  expect(doubt).toMatchObject({ level: 'warn', message: expect.stringContaining(told) });
  expect(orders('PO-MUTE')).toHaveLength(1);
});
