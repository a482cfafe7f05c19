/** The limit of concurrent requests over all replicas. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draftOf } from './bench.ts';
import { openScripted, reply, type Scripted } from './scripted.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted('create table orders (id integer primary key, ref text not null, made text not null)');
});
afterEach(() => scripted.close());

const drafts = {
  '/sale-draft': {
    key: { from: 'poNumber' },
    find: { use: 'db', query: 'SELECT id AS saleId, made AS receivedAt, ref AS "key" FROM orders WHERE ref = :key' },
    write: [{ order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' } } }],
  },
};

/** The ERP takes 20 ms for an order. Returns the largest number of concurrent requests so far. */
function countRequests({ erp, database }: Scripted): () => number {
  let [active, most] = [0, 0];
  erp.does(async (_request, { ref }, response) => {
    active += 1;
    most = Math.max(most, active);
    await sleep(20);
    database.prepare("insert into orders (ref, made) values (?, '2026-03-01 10:00:00')").run(ref);
    active -= 1;
    reply(response, 201, {});
  });
  return () => most;
}

it.each([
  [{ concurrent: 1, shared: true, wait: '20s', timeout: '20s' }, 1],
  [{ concurrent: 2, shared: true, wait: '20s', timeout: '20s' }, 2],
  [{ concurrent: 1, wait: '20s', timeout: '20s' }, 2],
])('two replicas with %j send at most %i requests at once', async (limits, expected) => {
  const replicas = [await scripted.open(drafts, { limits }), await scripted.open(drafts, { limits })];
  const most = countRequests(scripted);
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_none, index) => replicas[index % 2]?.call('/sale-draft', draftOf(`PO-${index}`))),
  );
  expect(outcomes.filter((outcome) => outcome?.ok !== true)).toEqual([]);
  expect(most()).toBe(expected);
});

it('while the store does not count, a change is not sent, and a repeat is', async () => {
  const limits = { concurrent: 1, shared: true };
  const engine = await scripted.open(drafts, { limits });
  countRequests(scripted);
  const { enter } = scripted.store.slots;
  Object.assign(scripted.store.slots, { enter: async () => undefined });
  expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({ problem: { kind: 'unreachable' } });
  expect(scripted.erp.seen).toEqual([]);
  Object.assign(scripted.store.slots, { enter });
  expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({ ok: true });
});
