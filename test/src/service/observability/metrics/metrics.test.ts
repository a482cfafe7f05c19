/** The metrics of a running service, over a database and an ERP by HTTP. */
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../../src/service/state/store.ts';
import { closeAll } from '../../../../engine/sources/http/double.ts';
import { folderWith, until } from '../../server/fixture.ts';
import { serveShop, token } from './shop.ts';

afterEach(closeAll);

const [customers, products] = ['/catalog/customers/search', '/catalog/products/search'];

const item = JSON.stringify({ value: [{ sku: 'R 17', name: 'Ring' }] });

describe('the metrics of a running service', () => {
  it('count requests, statements, rows, attempts and failures; no label has a value of a caller', async () => {
    // For the first call the ERP throttles, its proxy fails, then it answers. The second call finds it broken.
    const replies = [429, 502, 200, 500];
    const shop = await serveShop((_seen, response) => {
      const status = replies.shift() ?? 200;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(status === 429 ? { 'retry-after': '0' } : {}),
      });
      response.end(status === 200 ? item : '{}');
    });
    expect((await shop.call(customers, { query: '', limit: 20 })).status).toBe(200);
    expect((await shop.call(customers, { query: 'ada', limit: 20 })).status).toBe(200);
    expect((await shop.call(customers, { query: 'ada', limit: 'many' })).status).toBe(422);
    expect((await shop.call(products, { query: '', limit: 20 })).status).toBe(200);
    const broken = (await shop.call(products, { query: '', limit: 20 })).status;
    expect(broken).toBeGreaterThanOrEqual(500);
    for (const path of ['/INV-1', '/R%2017', '/INV-1']) expect((await shop.call(path, {})).status).toBe(404);
    expect((await shop.call(customers, {}, { authorization: 'Bearer wrong-key-0123456789' })).status).toBe(401);

    // The event `request` is reported when the connection is done with it.
    const endpoint = (path: string, status: string, outcome: string) => ({ endpoint: path, status, outcome });
    await until(async () => (await shop.metric('engine_requests_total', endpoint('other', '404', 'refused'))) === 3);
    expect(await shop.metric('engine_requests_total', endpoint(customers, '200', 'ok'))).toBe(2);
    expect(await shop.metric('engine_requests_total', endpoint(customers, '422', 'refused'))).toBe(1);
    expect(await shop.metric('engine_requests_total', endpoint(customers, '401', 'refused'))).toBe(1);
    expect(await shop.metric('engine_requests_total', endpoint(products, String(broken), 'failed'))).toBe(1);
    expect(await shop.metric('engine_request_duration_seconds_count', { endpoint: customers })).toBe(4);
    expect(await shop.metric('engine_request_duration_seconds_bucket', { endpoint: customers, le: '+Inf' })).toBe(4);
    expect(await shop.metric('engine_calls_failed_total', { endpoint: customers, problem: 'invalid' })).toBe(1);

    // Two searches in the database: three rows, and one.
    expect(await shop.metric('engine_source_results_total', { source: 'erp', operation: 'read', result: 'ok' })).toBe(
      2,
    );
    expect(await shop.metric('engine_source_rows_total', { source: 'erp' })).toBe(4);
    expect(await shop.metric('engine_source_duration_seconds_count', { source: 'erp', operation: 'read' })).toBe(2);
    // 429 and 502 are sent again, 500 is not.
    const web = (result: string) =>
      shop.metric('engine_source_results_total', { source: 'web', operation: 'GET', result });
    expect([await web('2xx'), await web('4xx')]).toEqual([1, 1]);
    expect(await web('5xx')).toBe(2);
    expect(await shop.metric('engine_source_throttled_total', { source: 'web' })).toBe(1);
    expect(await shop.metric('engine_source_retries_total', { source: 'web' })).toBe(2);

    const text = await shop.metricsText();
    for (const secret of [token, 'a-key-of-some-length', 'wrong-key', 'INV-1', 'R 17', 'R%2017', 'ada', 'Ring'])
      expect(text).not.toContain(secret);
  });

  it('state what is so now: readiness, pools, store, endpoints, version, process', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shop = await serveShop(async (_seen, response) => {
      await gate;
      response.writeHead(200, { 'content-type': 'application/json' }).end(item);
    });
    expect(await shop.metric('engine_ready')).toBe(1);
    expect(await shop.metric('engine_source_ready', { source: 'erp' })).toBe(1);
    expect(await shop.metric('engine_source_drifted', { source: 'erp' })).toBe(0);
    expect(await shop.metric('engine_source_circuit_open', { source: 'web' })).toBe(0);
    expect(await shop.metric('engine_store_available')).toBe(1);
    expect(await shop.metric('engine_endpoints', { state: 'provided' })).toBe(2);
    expect(await shop.metric('engine_endpoints', { state: 'unavailable' })).toBe(15);
    expect(await shop.metric('engine_build_info', { version: '1.2.3' })).toBe(1);
    expect(await shop.metric('engine_claims', { state: 'held' })).toBe(0);
    expect(await shop.metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await shop.metric('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);

    // An HTTP source sends ten requests at a time by default: two of twelve wait.
    const web = { source: 'web', pool: 'request' };
    const calls = Array.from({ length: 12 }, () => shop.call(products, { query: '', limit: 20 }));
    await until(async () => (await shop.metric('engine_pool_waiting', web)) === 2);
    expect(await shop.metric('engine_pool_in_use', web)).toBe(10);
    expect(await shop.metric('engine_pool_size', web)).toBe(10);
    expect(await shop.metric('engine_requests_running')).toBe(12);
    release();
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200);
    await until(async () => (await shop.metric('engine_pool_in_use', web)) === 0);
  });
});

it('the store counts claims that are not settled, by state', async () => {
  const file = `${folderWith({})}/store.sqlite`;
  const opened = await openStore({ address: { kind: 'file', file }, emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { claims, claimCounts, claimCountsByInstallation, close } = opened.store;
  const none = { claimed: 0, sent: 0, unknown: 0, undoing: 0, 'undo lost': 0, held: 0 };
  expect(await claimCounts()).toEqual(none);
  expect(await claimCountsByInstallation()).toEqual(new Map());
  for (const id of ['1', '2', '3', '4'].map((digit) => digit.repeat(64))) {
    const claim = {
      id,
      installation: id.startsWith('4') ? 'other' : 'test',
      endpoint: '/invoices/push',
      naturalKey: '["2026/0042"]',
    };
    expect(await claims.insert({ ...claim, lookUp: '{}', payload: id, owner: 'one' }, 60_000)).toBe(true);
  }
  await claims.change('1'.repeat(64), 1, { state: { kind: 'held', reason: 'two documents' } });
  await claims.change('2'.repeat(64), 1, { state: { kind: 'done', result: '"erpId":"7"' } });
  await claims.change('3'.repeat(64), 1, { state: { kind: 'unknown', step: 'create', lookInMs: 1_000, empty: 0 } });
  expect(await claimCounts()).toEqual({ ...none, claimed: 1, unknown: 1, held: 1 });
  expect(await claimCountsByInstallation()).toEqual(
    new Map([
      ['test', { ...none, unknown: 1, held: 1 }],
      ['other', { ...none, claimed: 1 }],
    ]),
  );
  await close();
  expect(await claimCounts()).toBeUndefined();
  expect(await claimCountsByInstallation()).toBeUndefined();
});
