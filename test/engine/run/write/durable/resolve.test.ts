/** An operator's decisions about a durable claim, and their effect on the next request. */
import { describe, expect, it } from 'vitest';
import { resolveClaim } from '../../../../../engine/run/write/durable/operator-resolution.ts';
import { lost, openClaimAdmin, timing, whole } from './world/claim-admin.ts';

describe('an operator', () => {
  const gone = { id: 'c1', revision: 1 };
  const heldClaimAdmin = async () => {
    const admin = openClaimAdmin();
    await admin.write({ find: async () => ({ kind: 'several', detail: '2 documents' }) });
    return admin;
  };

  it('who states that nothing was written lets the next request write', async () => {
    const admin = await heldClaimAdmin();
    expect(await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'not written' })).toMatchObject({
      kind: 'changed',
    });
    expect(await admin.write()).toBe('"saleId":"7"');
    expect(admin.claim()?.epoch).toBe(2);
  });

  it('who states the document answers every repeat with it', async () => {
    const admin = await heldClaimAdmin();
    await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'written', result: '"saleId":"9"' });
    expect([await admin.write(), admin.asked]).toEqual(['"saleId":"9"', ['find']]);
  });

  it('who requests another lookup gets one', async () => {
    const admin = await heldClaimAdmin();
    await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'look again' });
    await admin.complete(10_000, async () => whole);
    expect(admin.claim()?.state.kind).toBe('done');
  });

  it('who releases a key keeps its earlier answer', async () => {
    const admin = openClaimAdmin();
    await admin.write();
    expect(await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'release' })).toMatchObject({
      kind: 'changed',
    });
    const at = '1970-01-01T00:00:00.000Z';
    expect(admin.claim()).toMatchObject({
      state: { kind: 'absent' },
      epoch: 2,
      released: [{ result: '"saleId":"7"', createdAt: at, releasedAt: at }],
    });
  });

  it('cannot decide about a claim that has changed since they looked at it', async () => {
    const admin = await heldClaimAdmin();
    const seen = admin.claim() ?? gone;
    await resolveClaim(admin.claims, seen, { kind: 'look again' });
    const late = await resolveClaim(admin.claims, seen, { kind: 'not written' });
    expect([late.kind, admin.claim()?.state.kind]).toEqual(['overtaken', 'unknown']);
  });

  it('cannot decide about a finished or running write', async () => {
    const admin = openClaimAdmin();
    expect(await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'not written' })).toEqual({
      kind: 'absent',
    });
    await admin.write();
    expect(await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'not written' })).toMatchObject({
      kind: 'refused',
    });
  });

  it('can decide about a sent step after its lease, and not before', async () => {
    const admin = openClaimAdmin();
    const sent = admin.write({ create: () => admin.time.sleep(1e6).then(() => lost), deadlineMs: 1e7 });
    const decided = admin.time.sleep(5000).then(async () => {
      const early = await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'not written' });
      await admin.time.sleep(timing.leaseMs);
      return [early, await resolveClaim(admin.claims, admin.claim() ?? gone, { kind: 'not written' })];
    });
    await sent;
    expect((await decided).map(({ kind }) => kind)).toEqual(['refused', 'changed']);
    // The later outcome of the request no longer matters.
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2, steps: '{}' });
  });
});
