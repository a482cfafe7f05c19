/** The undo of a step over HTTP: an order is created, the ERP refuses to confirm it, and the order is deleted again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, draftOf } from './bench.ts';
import { openScripted, reply, type Scripted } from './scripted.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted(
    'create table orders (id integer primary key, ref text not null, state text not null, made text not null)',
  );
});
afterEach(() => scripted.close());

/** `undo`: more keys of the undo. */
const drafts = (undo: object = { repeatable: true }) => ({
  '/sale-draft': {
    key: { from: 'poNumber' },
    find: {
      use: 'db',
      query: 'SELECT id AS saleId, made AS receivedAt, ref AS "key", state AS _state FROM orders WHERE ref = :key',
    },
    write: [
      {
        order: {
          use: 'api',
          post: '/orders',
          json: { ref: '{{ $key }}' },
          fields: { saleId: 'id' },
          undo: { delete: '/orders/{{ $order.saleId }}', params: { reference: '{{ poNumber }}' }, ...undo },
        },
      },
      {
        confirmation: {
          use: 'api',
          post: '/orders/{{ $order.saleId }}/confirm',
          outcomes: [{ when: '$status = 422', refuse: '{{ error }}', field: 'lines' }],
          done: "_state = 'confirmed'",
        },
      },
    ],
  },
});

interface Erp {
  /** Whether it confirms orders. */
  confirms: boolean;
  /** What it answers to the deletions, in order: a status without effect; then it deletes. */
  refusals: number[];
}

function runErp(): Erp {
  const erp: Erp = { confirms: false, refusals: [] };
  const { database } = scripted;
  scripted.erp.does(({ method, url = '' }, { ref }, response) => {
    const id = Number(/^\/orders\/(\d+)/.exec(url)?.[1]);
    if (method === 'DELETE') {
      const status = erp.refusals.shift();
      if (status !== undefined) return reply(response, status, { error: 'Not now' });
      database.prepare('delete from orders where id = ?').run(id);
      return void response.writeHead(204).end();
    }
    if (url.endsWith('/confirm')) {
      if (!erp.confirms) return reply(response, 422, { error: 'R 17 is sold out' });
      database.prepare("update orders set state = 'confirmed' where id = ?").run(id);
      return reply(response, 200, {});
    }
    const made = database
      .prepare("insert into orders (ref, state, made) values (?, 'draft', '2026-03-01 10:00:00')")
      .run(ref);
    reply(response, 201, { id: Number(made.lastInsertRowid) });
  });
  return erp;
}

const orders = () => scripted.database.prepare('select ref, state from orders').all();
const claimOf = async (key: string) =>
  (await scripted.store.claims.list({ limit: 10 })).find(({ naturalKey }) => naturalKey === key);

describe('a refused confirmation', () => {
  it('is answered with the reason when the order is gone; the corrected request creates a new one', async () => {
    const erp = runErp();
    const engine = await scripted.open(drafts());
    expect(await engine.call('/sale-draft', draftOf('PO 2026/0317'))).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', message: 'R 17 is sold out', fields: [{ field: 'lines' }] },
    });
    expect(scripted.erp.seen).toEqual([
      'POST /orders',
      'POST /orders/1/confirm',
      'DELETE /orders/1?reference=PO%202026%2F0317',
    ]);
    expect(orders()).toEqual([]);
    expect(await claimOf('PO 2026/0317')).toMatchObject({ state: { kind: 'absent' }, steps: '{}' });
    expect(engine.events.map(({ event }) => event)).toContain('write_undone');
    erp.confirms = true;
    expect(await answerOf(engine, '/sale-draft', draftOf('PO 2026/0317'))).toMatchObject({ status: 'draft' });
    expect(orders()).toEqual([{ ref: 'PO 2026/0317', state: 'confirmed' }]);
  });

  it('keeps an order that existed before: another user has entered it', async () => {
    runErp();
    scripted.database.exec("insert into orders (ref, state, made) values ('PO-1', 'draft', '2026-03-01 09:00:00')");
    const engine = await scripted.open(drafts());
    expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({ problem: { kind: 'invalid' } });
    expect(scripted.erp.seen).toEqual(['POST /orders/1/confirm']);
    expect(orders()).toHaveLength(1);
  });

  it('holds the write where the ERP denies the deletion, and reports the missing right', async () => {
    const erp = runErp();
    erp.refusals.push(403);
    const engine = await scripted.open(
      drafts({ repeatable: true, outcomes: [{ when: '$status = 403', denied: '{{ error }}' }] }),
    );
    expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({ problem: { kind: 'broken' } });
    expect(await claimOf('PO-1')).toMatchObject({
      state: { kind: 'held', reason: expect.stringMatching(/R 17 is sold out.*"order".*Not now/) },
    });
    expect(engine.events.map(({ event }) => event)).toEqual(expect.arrayContaining(['right_missing', 'write_held']));
    expect(orders()).toHaveLength(1);
  });

  it('is sent again by the background after a lost answer, with the values of the claim alone', async () => {
    const erp = runErp();
    erp.refusals.push(500);
    const engine = await scripted.open(drafts(), { writes: { settle: '4s', apart: '3s' } });
    const body = { schemaVersion: '1', ...draftOf('PO 2026/0317') };
    await engine.engine.call('/sale-draft', body, { requestId: 'r', deadline: Date.now() + 2_000 });
    expect((await claimOf('PO 2026/0317'))?.state).toMatchObject({ kind: 'undo lost', step: 'order' });
    await expect.poll(async () => (await claimOf('PO 2026/0317'))?.state.kind).toBe('absent');
    expect(orders()).toEqual([]);
    expect(scripted.erp.seen.filter((what) => what.startsWith('DELETE'))).toEqual(
      Array(2).fill('DELETE /orders/1?reference=PO%202026%2F0317'),
    );
  });
});
