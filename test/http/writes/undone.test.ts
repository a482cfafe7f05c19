/** Steps that the ERP failed or denied without having done anything: they end at once, and their key is free. */
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabases } from '../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../src/contract/index.ts';
import { answerOf, draftOf } from './bench.ts';
import { openScripted, reply, type Scripted } from './scripted.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted('create table orders (id integer primary key, ref text not null, made text not null)');
});
afterEach(() => scripted.close());

/** Drafts; the document is looked up in the database. `step`: more keys of the step. */
const drafts = (step: object) => ({
  '/sale-draft': {
    key: { from: 'poNumber' },
    find: { use: 'db', query: 'SELECT id AS saleId, made AS receivedAt, ref AS "key" FROM orders WHERE ref = :key' },
    write: [{ order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' }, ...step } }],
  },
});

const book = (ref: unknown): void =>
  void scripted.database.prepare("insert into orders (ref, made) values (?, '2026-03-01 10:00:00')").run(ref);

/** The ERP answers the first requests with these functions, and takes the others. */
function answers(...first: readonly ((response: Parameters<typeof reply>[0], ref: unknown) => void)[]): void {
  const rest = [...first];
  scripted.erp.does((_request, { ref }, response) => {
    const next = rest.shift();
    if (next !== undefined) return next(response, ref);
    book(ref);
    reply(response, 201, {});
  });
}

const stateOf = async (key: string) => {
  const claims = await scripted.store.claims.list({ limit: 10 });
  return claims.find(({ naturalKey }) => naturalKey === key)?.state.kind;
};

// Longer than the test may take: a doubt would not be settled.
const slow = { writes: { settle: '1h', apart: '1h' } };
const failing = { outcomes: [{ when: 'error', fail: '{{ error }}', effect: 'none' }] };

describe('a step that failed without effect', () => {
  it('ends at once without a lookup, and the next request writes the document', async () => {
    const engine = await scripted.open(drafts(failing), slow);
    answers((response) => reply(response, 500, { error: 'Deadlock' }));
    expect(await engine.call('/sale-draft', draftOf('PO-2026-0317'))).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable', message: expect.stringContaining('has written nothing'), retryAfter: 2 },
      cause: { message: expect.stringContaining('Deadlock (500)') },
    });
    expect(await stateOf('PO-2026-0317')).toBe('absent');
    expect(engine.events.map(({ event }) => event)).not.toContain('write_in_doubt');
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-2026-0317'))).toMatchObject({ saleId: '1' });
    expect(scripted.erp.seen).toEqual(['POST /orders', 'POST /orders']);
  });

  it('is in doubt if the outcome does not say that nothing was done', async () => {
    const engine = await scripted.open(drafts({ outcomes: [{ when: 'error', fail: '{{ error }}' }] }), slow);
    answers((response) => reply(response, 500, { error: 'Deadlock' }));
    await engine.engine.call(
      '/sale-draft',
      { schemaVersion: '1', ...draftOf('PO-1') },
      { requestId: 'r', deadline: Date.now() + 2_000 },
    );
    expect(await stateOf('PO-1')).toBe('unknown');
  });

  it.each([
    ['failed', { ...failing, repeatable: true }],
    ['denied', { outcomes: [{ when: 'error', denied: '{{ error }}' }], repeatable: true }],
  ])('is in doubt if only a repetition %s: the first request may have been executed', async (_what, step) => {
    const engine = await scripted.open(drafts(step));
    answers(
      (response, ref) => {
        book(ref);
        response.destroy();
      },
      (response) => reply(response, 500, { error: 'Duplicate' }),
    );
    // It is looked up, and found.
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1' });
    expect(scripted.database.prepare('select count(*) as n from orders').get()).toEqual({ n: 1 });
  });
});

describe('a missing right', () => {
  it.each([
    ['by an outcome', 403, { outcomes: [{ when: '$status = 403', denied: '{{ error }}' }] }],
    ['by 401, which is never executed', 401, {}],
  ])('%s ends the write at once, and is reported to the operator', async (_what, status, step) => {
    const engine = await scripted.open(drafts(step), slow);
    answers((response) => reply(response, status, { error: 'No right to create orders' }));
    expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({ problem: { kind: 'broken' } });
    expect(await stateOf('PO-1')).toBe('absent');
    const [event] = engine.events.filter(({ event }) => event === 'right_missing');
    expect(event).toMatchObject({ level: 'error', endpoint: '/sale-draft', step: 'order', source: 'api' });
    for (const part of ['"order"', '/sale-draft', '"api"', 'No right to create orders'])
      expect(event?.message).toContain(part);
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1' });
  });

  it.each([
    [{ status: 400 }, undefined],
    [{ status: 403 }, ['error', 'lacks the right to the step "order" of /sale-draft']],
    [{ status: 401 }, ['error', 'lacks the right']],
    [{ status: 500 }, ['warning', 'could not be tested']],
    [{ status: 201 }, ['warning', 'accepted the probe']],
  ] as const)('is found by a check, with a probe that the ERP answers with %j', async ({ status }, expectedFinding) => {
    const step = { probe: { post: '/orders', json: {} } };
    scripted.erp.does((_request, body, response) => reply(response, status, { error: 'No right', got: body }));
    const findings = await checkDatabases({
      text: scripted.profile(drafts(step)),
      file: 'profile.yaml',
      folder: dirname(scripted.database.name),
      contract,
      environment: {},
      now: Date.now,
    });
    const rights = findings.filter(({ code }) => code === 'REQ613');
    expect(scripted.erp.seen).toEqual(['POST /orders']);
    if (expectedFinding === undefined) expect(rights).toEqual([]);
    else {
      expect(rights).toMatchObject([
        { severity: expectedFinding[0], message: expect.stringContaining(expectedFinding[1]) },
      ]);
      expect(rights[0]?.place).toMatchObject({ file: 'profile.yaml' });
    }
  });
});

it('a missing right to undo a step is found by a check', async () => {
  const undo = { delete: '/orders/{{ $order.saleId }}', probe: { delete: '/orders/2147483647' } };
  const order = { use: 'api', post: '/orders', json: { ref: '{{ $key }}' }, fields: { saleId: 'id' }, undo };
  const release = { use: 'api', post: '/orders/{{ $order.saleId }}/release', json: {}, done: '$exists(receivedAt)' };
  const spec = { ...drafts({})['/sale-draft'], write: [{ order }, { release }] };
  scripted.erp.does((request, _body, response) =>
    reply(response, request.method === 'DELETE' ? 403 : 400, { error: 'No right' }),
  );
  const findings = await checkDatabases({
    text: scripted.profile({ '/sale-draft': spec }),
    file: 'profile.yaml',
    folder: dirname(scripted.database.name),
    contract,
    environment: {},
    now: Date.now,
  });
  expect(scripted.erp.seen).toEqual(['DELETE /orders/2147483647']);
  expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    expect.stringContaining('lacks the right to the undo of the step "order" of /sale-draft'),
  ]);
});

describe('a step that the ERP executes only after an acknowledgement', () => {
  const warned = {
    repeat: {
      take: { warning: 'warning' },
      send: { post: '/acknowledgements', json: { name: '{{ $warning }}' } },
    },
  };
  const acknowledged = { outcomes: [{ when: 'warning', ...warned }] };

  /** The ERP takes an order whose warning was acknowledged; the acknowledgement is answered with this status. */
  function warns(status = 201, name = () => 'credit limit'): readonly unknown[] {
    const acknowledgements: unknown[] = [];
    scripted.erp.does(({ url }, body, response) => {
      if (url === '/acknowledgements') {
        if (status < 300) acknowledgements.push(body.name);
        return reply(response, status, {});
      }
      const warning = name();
      if (!acknowledgements.includes(warning)) return reply(response, 409, { warning });
      book(body.ref);
      reply(response, 201, {});
    });
    return acknowledgements;
  }

  it('is acknowledged and sent once more', async () => {
    const engine = await scripted.open(drafts(acknowledged), slow);
    const acknowledgements = warns();
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1' });
    expect(scripted.erp.seen).toEqual(['POST /orders', 'POST /acknowledgements', 'POST /orders']);
    expect(acknowledgements).toEqual(['credit limit']);
  });

  it('can be sent again with a value of the answer instead', async () => {
    const engine = await scripted.open(
      drafts({
        json: { ref: '{{ $key }}', force: '{{? $warning }}' },
        outcomes: [{ when: 'warning', repeat: { take: { warning: 'warning' } } }],
      }),
      slow,
    );
    const bodies: unknown[] = [];
    scripted.erp.does((_request, body, response) => {
      bodies.push(body);
      if (body.force === undefined) return reply(response, 409, { warning: 'credit limit' });
      book(body.ref);
      reply(response, 201, {});
    });
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1' });
    expect(bodies).toEqual([{ ref: 'PO-1' }, { ref: 'PO-1', force: 'credit limit' }]);
  });

  it.each([
    ['the acknowledgement fails', () => warns(500), ['POST /orders', 'POST /acknowledgements']],
    [
      'the ERP asks again',
      () => warns(201, () => `warning ${scripted.erp.seen.length}`),
      ['POST /orders', 'POST /acknowledgements', 'POST /orders'],
    ],
  ])('is not executed if %s: its key is free, and nothing is looked up', async (_what, erp, seen) => {
    const engine = await scripted.open(drafts(acknowledged), slow);
    erp();
    expect(await engine.call('/sale-draft', draftOf('PO-1'))).toMatchObject({
      problem: { kind: 'unreachable', message: expect.stringContaining('has written nothing') },
    });
    expect(scripted.erp.seen).toEqual(seen);
    expect(await stateOf('PO-1')).toBe('absent');
  });

  it('is in doubt if the answer to the repetition is lost', async () => {
    const engine = await scripted.open(drafts(acknowledged));
    let asked = 0;
    scripted.erp.does(({ url }, { ref }, response) => {
      if (url === '/acknowledgements') return reply(response, 201, {});
      asked += 1;
      if (asked === 1) return reply(response, 409, { warning: 'credit limit' });
      book(ref);
      response.destroy();
    });
    expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1' });
    expect(asked).toBe(2);
  });
});
