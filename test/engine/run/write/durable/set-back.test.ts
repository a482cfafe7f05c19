/**
 * The store's clock is set back by an hour: no request waits for it, and nothing happens earlier than by a monotonic
 * clock.
 */
import { describe, expect, it } from 'vitest';
import type { DurableClaim } from '../../../../../engine/run/write/durable/claims.ts';
import { completeDue } from '../../../../../engine/run/write/durable/completion.ts';
import { createUnchangedClaims } from '../../../../../engine/run/write/durable/unchanged-claims.ts';
import { type ClaimAdmin, doneBy, lost, none, openClaimAdmin, timing } from './world/claim-admin.ts';

const hour = 3_600_000;

/** Shifts all times in the store by one hour into the future of its clock. */
function setBack({ store }: ClaimAdmin): void {
  for (const [id, row] of store.rows)
    store.rows.set(id, { ...row, changedAt: row.changedAt + hour, state: later(row) });
}

function later({ state }: DurableClaim): DurableClaim['state'] {
  switch (state.kind) {
    case 'claimed':
    case 'sent':
    case 'undoing':
      return { ...state, leaseUntil: state.leaseUntil + hour };
    case 'unknown':
    case 'undo lost':
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

describe('a claim from before the clock was set back', () => {
  it('without a sent step is taken over at once', async () => {
    const admin = openClaimAdmin();
    await admin.claims.insert(made, timing.leaseMs);
    setBack(admin);
    expect(await admin.write()).toBe('"saleId":"7"');
    expect(admin.claim()).toMatchObject({ epoch: 2, owner: 'owner 1' });
  });

  it('whose owner may be sending is not touched during its lease, and looked up after it', async () => {
    const admin = openClaimAdmin();
    await admin.claims.insert(made, timing.leaseMs);
    // A replica with a longer lease than this one's.
    await admin.claims.change('c1', 1, { state: { kind: 'sent', step: 'create', leaseMs: 2 * timing.leaseMs } });
    setBack(admin);
    await admin.complete(2 * timing.leaseMs);
    expect(admin.claim()?.state.kind).toBe('sent');
    await admin.complete(2 * timing.leaseMs + timing.settleMs + 2 * timing.apartMs + 3000);
    expect(admin.claim()).toMatchObject({ epoch: 2, state: { kind: 'absent' } });
  });

  it('with an unknown outcome is looked up after the settling time', async () => {
    const admin = openClaimAdmin();
    await admin.write({ create: async () => lost, find: async () => none, deadlineMs: 100 });
    setBack(admin);
    await admin.complete(timing.settleMs);
    expect(admin.claim()?.state).toMatchObject({ kind: 'unknown', empty: 0 });
    await admin.complete(timing.settleMs + timing.apartMs + 3000);
    expect(admin.claim()).toMatchObject({ epoch: 2, state: { kind: 'absent' } });
    expect(await admin.write({ create: doneBy({ id: 7 }) })).toBe('"saleId":"7"');
  });
});

it('a service that stops looks at no further claim', async () => {
  const admin = openClaimAdmin();
  await admin.write({ create: async () => lost, find: async () => none, deadlineMs: 100 });
  const { claims, time } = admin;
  const ports = {
    claims,
    clock: time.now,
    timing,
    installation: 'i',
    unchangedClaims: createUnchangedClaims(time.now),
    log: () => undefined,
  };
  const recoveries = () => ({ find: async () => none, steps: [] });
  expect((await completeDue(recoveries, ports)).waiting).toBe(1);
  expect((await completeDue(recoveries, { ...ports, stopping: () => true })).waiting).toBe(0);
});
