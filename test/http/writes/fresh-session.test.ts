/** A step that needs a fresh session: the engine logs in again before it if the session is too old. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerOf, draftOf } from './bench.ts';
import { openScripted, reply, type Scripted } from './scripted.ts';

let scripted: Scripted;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  scripted = await openScripted('create table orders (id integer primary key, ref text not null, made text not null)');
});
afterEach(async () => {
  await scripted.close();
  vi.useRealTimers();
});

const drafts = (step: object) => ({
  '/sale-draft': {
    key: { from: 'poNumber' },
    find: { use: 'db', query: 'SELECT id AS saleId, made AS receivedAt, ref AS "key" FROM orders WHERE ref = :key' },
    write: [{ order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' }, ...step } }],
  },
});

const auth = {
  session: {
    login: { post: '/login', json: {} },
    take: 'token',
    send: { header: 'Authorization', value: 'Bearer {{ token }}' },
  },
};

/** The ERP takes an order in any session. Returns the session of each order. */
function takeOrders({ erp, database }: Scripted): readonly unknown[] {
  const sessions: unknown[] = [];
  let logins = 0;
  erp.does(({ url, headers }, { ref }, response) => {
    if (url === '/login') {
      logins += 1;
      return reply(response, 200, { token: `s${logins}` });
    }
    sessions.push(headers.authorization);
    database.prepare("insert into orders (ref, made) values (?, '2026-03-01 10:00:00')").run(ref);
    reply(response, 201, {});
  });
  return sessions;
}

it.each([
  ['1s', ['Bearer s1', 'Bearer s1', 'Bearer s2']],
  ['0s', ['Bearer s1', 'Bearer s2', 'Bearer s3']],
  [undefined, ['Bearer s1', 'Bearer s1', 'Bearer s1']],
])('with freshSession: %s', async (freshSession, expected) => {
  const engine = await scripted.open(drafts(freshSession === undefined ? {} : { freshSession }), { auth });
  const sessions = takeOrders(scripted);
  await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  await answerOf(engine, '/sale-draft', draftOf('PO-2'));
  vi.advanceTimersByTime(1_000);
  await answerOf(engine, '/sale-draft', draftOf('PO-3'));
  expect(sessions).toEqual(expected);
});

it('is an error where the source has no sessions', async () => {
  await expect(scripted.open(drafts({ freshSession: '5m' }))).rejects.toThrow('MAP113');
});
