/** The decisions of an operator about a durable claim in each of its states, on each database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DurableClaim, NextState } from '../../../../engine/index.ts';
import { storeClaimAdmin } from '../../../../engine/tools/writes/store-claims.ts';
import { digest, newClaim, openReplica, type Replica } from '../../../src/service/state/claim-bench.ts';
import { dialects, freshPlace, type Place } from '../../../src/service/state/stores.ts';

const minute = 60_000;
const members = '"saleId":"17"';
const states: Readonly<Record<string, NextState>> = {
  free: { kind: 'absent' },
  begun: { kind: 'absent' },
  claimed: { kind: 'claimed', leaseMs: minute },
  interrupted: { kind: 'claimed', leaseMs: -minute },
  sending: { kind: 'sent', step: 'create', leaseMs: minute },
  sent: { kind: 'sent', step: 'create', leaseMs: -minute },
  unknown: { kind: 'unknown', step: 'create', lookInMs: minute, empty: 1 },
  undoing: { kind: 'undoing', step: 'create', refusal: 'sold out', attempt: 1, leaseMs: minute },
  'undo sent': { kind: 'undoing', step: 'create', refusal: 'sold out', attempt: 1, leaseMs: -minute },
  'undo lost': { kind: 'undo lost', step: 'create', refusal: 'sold out', attempt: 1, lookInMs: minute, empty: 1 },
  held: { kind: 'held', reason: 'two documents' },
  done: { kind: 'done', result: members },
};
const names = Object.keys(states);
const doubtful = ['begun', 'sent', 'unknown', 'undo sent', 'undo lost', 'held'];

describe.each(dialects)('a claim in a store on %s', (dialect) => {
  let place: Place;
  let replica: Replica;
  let count = 0;
  beforeAll(async () => {
    place = await freshPlace(dialect);
    replica = await openReplica(place, true);
  });
  afterAll(async () => {
    await replica.access.close();
    await place.drop();
  });

  async function claimOf(id: string): Promise<DurableClaim> {
    const { claim } = await replica.claims.read(id);
    if (claim === undefined) throw new Error('There is no claim.');
    return claim;
  }

  /** A claim in a state; of all but a free one a step is done. */
  async function made(name: string) {
    const state = states[name];
    count += 1;
    const claim = newClaim(`claim ${count}`);
    await replica.claims.insert(claim, minute);
    if (state === undefined) throw new Error('There is no such state.');
    await replica.claims.change(claim.id, 1, { state, steps: name === 'free' ? '{}' : '{"create":{"id":"17"}}' });
    const admin = storeClaimAdmin(replica.claims, 'test');
    const write = await admin.read(claim.id);
    if (write === undefined) throw new Error('There is no write.');
    return { admin, write, before: { ...(await claimOf(claim.id)), unchangedMs: expect.any(Number) } };
  }

  it.each(names)('that is %s is resolved as not written, if that is in doubt', async (name) => {
    const { admin, write, before } = await made(name);
    const { kind } = await admin.resolve(write, { kind: 'not written' });
    if (!doubtful.includes(name)) {
      expect(kind).toBe('refused');
      expect(await claimOf(write.id)).toEqual(before);
      return;
    }
    expect(kind).toBe('changed');
    // The document is not there, so neither is what its steps gave; and its sender's epoch is over.
    const after = { state: { kind: 'absent' }, epoch: 2, steps: '{}', revision: 3, changedAt: expect.any(Number) };
    expect(await claimOf(write.id)).toEqual({ ...before, ...after });
  });

  it.each(names)('that is %s is resolved by its answer, if that is in doubt', async (name) => {
    const { admin, write, before } = await made(name);
    const given = '"saleId":"18"';
    const { kind } = await admin.resolve(write, { kind: 'written', result: given });
    if (!doubtful.includes(name)) {
      expect(kind).toBe('refused');
      expect(await claimOf(write.id)).toEqual(before);
      return;
    }
    expect(kind).toBe('changed');
    const state = { kind: 'done', result: given };
    expect(await claimOf(write.id)).toEqual({ ...before, state, revision: 3, changedAt: expect.any(Number) });
  });

  it.each(names)('that is %s is looked at once more, if that can help', async (name) => {
    const { admin, write, before } = await made(name);
    const { kind } = await admin.resolve(write, { kind: 'look again' });
    if (!['unknown', 'undo lost', 'held'].includes(name)) {
      // What was sent is looked up by itself when its lease is over.
      expect(kind).toBe(name === 'sent' || name === 'undo sent' ? 'unneeded' : 'refused');
      expect(await claimOf(write.id)).toEqual(before);
      return;
    }
    expect(kind).toBe('changed');
    const after = await claimOf(write.id);
    const lookAt = after.changedAt;
    const state =
      name === 'undo lost'
        ? { kind: 'undo lost', step: 'create', refusal: 'sold out', attempt: 1, empty: 0, lookAt }
        : { kind: 'unknown', step: name === 'held' ? '' : 'create', empty: 0, lookAt };
    expect(after).toEqual({ ...before, state, revision: 3, changedAt: expect.any(Number) });
  });

  it.each(names)('that is %s is released, if it has an answer', async (name) => {
    const { admin, write, before } = await made(name);
    const { kind } = await admin.release(write);
    if (name !== 'done') {
      expect(kind).toBe(name === 'free' ? 'unneeded' : 'refused');
      expect(await claimOf(write.id)).toEqual(before);
      return;
    }
    expect(kind).toBe('changed');
    const createdAt = new Date(before.createdAt).toISOString();
    const released = [{ result: members, createdAt, releasedAt: expect.stringMatching(/^20.*Z$/) }];
    const after = { state: { kind: 'absent' }, epoch: 2, steps: '{}', revision: 3, changedAt: expect.any(Number) };
    expect(await claimOf(write.id)).toEqual({ ...before, ...after, released });
  });

  it('that has changed since it was read is left alone', async () => {
    const { admin, write } = await made('unknown');
    await replica.claims.change(write.id, 2, { state: { kind: 'held', reason: 'x' } });
    expect(await admin.resolve(write, { kind: 'not written' })).toMatchObject({
      kind: 'overtaken',
      write: { state: { kind: 'held' } },
    });
    expect(await claimOf(write.id)).toMatchObject({ revision: 3, epoch: 1 });
  });

  it('that is not there is said to be absent', async () => {
    const { admin, write } = await made('done');
    const other = { ...write, id: digest('another') };
    expect(await admin.release(other)).toEqual({ kind: 'absent' });
    expect(await admin.resolve(other, { kind: 'not written' })).toEqual({ kind: 'absent' });
  });
});
