/** Limits that change while requests are in progress or wait. */
import { expect, it } from 'vitest';
import type { Outcome } from '../../../../src/service/server/engine-api.ts';
import type { Limits } from '../../../../src/service/server/limits.ts';
import { fakeEngine, hits, listen, post, raw, receivablesKey, until } from './fixture.ts';

const search = '/catalog/products/search';
const list = post('/invoices/list', '{"schemaVersion":"1"}', { Authorization: `Bearer ${receivablesKey}` });

/** An engine whose answers wait for `release`, and a service with limits that the test changes. */
async function withLimits(first: Partial<Limits>) {
  const waiting: ((outcome: Outcome) => void)[] = [];
  const engine = fakeEngine(() => new Promise<Outcome>((resolve) => void waiting.push(resolve)));
  const { port, setLimits } = await listen(engine, first);
  return {
    port,
    started: () => waiting.length,
    change: setLimits,
    release: () => {
      for (const resolve of waiting) resolve(hits);
    },
  };
}

it('pages that wait start when a larger number is allowed; a smaller number interrupts none', async () => {
  const { port, started, change, release } = await withLimits({ pagesPerKey: 1 });
  const calls = [raw(port, list)];
  await until(() => started() === 1);
  calls.push(raw(port, list), raw(port, list));
  // A request of another kind that is answered shows that both have arrived.
  expect((await raw(port, post('/health', '{"schemaVersion":"1"}'))).status).toBe(200);
  change({ pagesPerKey: 3 });
  calls.push(raw(port, list));
  // The two that wait come first; the fourth waits.
  await until(() => started() === 3);
  change({ pagesPerKey: 1 });
  release();
  await until(() => started() === 4);
  release();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('a request keeps the deadline that it has begun with; the next one gets the new one', async () => {
  const engine = fakeEngine();
  const { port, setLimits } = await listen(engine, { now: () => 1_000_000, requestTimeout: 5_000 });
  await raw(port, post(search, '{"schemaVersion":"1","query":"x"}'));
  setLimits({ requestTimeout: 7_000, bodyLimit: 1_024 });
  await raw(port, post(search, '{"schemaVersion":"1","query":"x"}'));
  expect(engine.seen.map(({ call }) => call.deadline)).toEqual([1_005_000, 1_007_000]);
  expect((await raw(port, post(search, JSON.stringify({ note: 'x'.repeat(1_100) })))).status).toBe(413);
});
