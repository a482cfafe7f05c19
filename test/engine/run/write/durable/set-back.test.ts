/** The store's clock is set back by an hour: nobody has to wait for it, and nothing is done sooner than by a clock that cannot be set. */
import { describe, expect, it } from 'vitest';
import type { DurableClaim } from '../../../../../engine/run/write/durable/claims.ts';
import { completeDue } from '../../../../../engine/run/write/durable/completion.ts';
import { createSightings } from '../../../../../engine/run/write/durable/unchanged-claims.ts';
import { type Desk, doneBy, lost, none, openDesk, timing } from './world/desk.ts';

const hour = 3_600_000;

/** As if all that is in the store had been noted an hour later than its clock says now. */
function setBack({ store }: Desk): void {
  for (const [id, row] of store.rows)
    store.rows.set(id, { ...row, changedAt: row.changedAt + hour, state: later(row) });
}

function later({ state }: DurableClaim): DurableClaim['state'] {
  switch (state.kind) {
    case 'claimed':
    case 'sent':
      return { ...state, leaseUntil: state.leaseUntil + hour };
    case 'unknown':
      return { ...state, lookAt: state.lookAt + hour };
    case 'absent':
    case 'held':
    case 'done':
      return state;
  }
}

const made = {
  id: 'c1',
  installation: 'i',
  endpoint: '/sale-draft',
  naturalKey: 'PO-1',
  lookUp: '{}',
  payload: 'p1',
  owner: 'somebody',
};

describe('a claim from before that', () => {
  it('of which nothing was sent is taken over at once', async () => {
    const desk = openDesk();
    await desk.claims.insert(made, timing.leaseMs);
    setBack(desk);
    expect(await desk.write()).toBe('"saleId":"7"');
    expect(desk.claim()).toMatchObject({ epoch: 2, owner: 'owner 1' });
  });

  it('whose owner may be sending is left alone for its whole lease, and looked up after it', async () => {
    const desk = openDesk();
    await desk.claims.insert(made, timing.leaseMs);
    // A replica with a longer lease than this one's.
    await desk.claims.change('c1', 1, { state: { kind: 'sent', step: 'create', leaseMs: 2 * timing.leaseMs } });
    setBack(desk);
    await desk.complete(2 * timing.leaseMs);
    expect(desk.claim()?.state.kind).toBe('sent');
    await desk.complete(2 * timing.leaseMs + timing.settleMs + 2 * timing.apartMs + 3000);
    expect(desk.claim()).toMatchObject({ epoch: 2, state: { kind: 'absent' } });
  });

  it('that is in doubt is looked up after the settling time', async () => {
    const desk = openDesk();
    await desk.write({ create: async () => lost, find: async () => none, deadlineMs: 100 });
    setBack(desk);
    await desk.complete(timing.settleMs);
    expect(desk.claim()?.state).toMatchObject({ kind: 'unknown', empty: 0 });
    await desk.complete(timing.settleMs + timing.apartMs + 3000);
    expect(desk.claim()).toMatchObject({ epoch: 2, state: { kind: 'absent' } });
    expect(await desk.write({ create: doneBy({ id: 7 }) })).toBe('"saleId":"7"');
  });
});

it('a service that stops looks at no further claim', async () => {
  const desk = openDesk();
  await desk.write({ create: async () => lost, find: async () => none, deadlineMs: 100 });
  const { claims, time } = desk;
  const ports = { claims, timing, installation: 'i', sightings: createSightings(time.now), log: () => undefined };
  expect((await completeDue(() => async () => none, ports)).waiting).toBe(1);
  expect((await completeDue(() => async () => none, { ...ports, stopping: () => true })).waiting).toBe(0);
});
