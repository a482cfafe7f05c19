/** How long a crash or a lost answer blocks a key, and what proves an outcome before all waiting times are over. */
import { describe, expect, it } from 'vitest';
import { type ClaimAdmin, half, lost, none, openClaimAdmin, timing, whole } from './world/claim-admin.ts';

const proofMs = 1000;
/** From the first byte of a step until the key is free again if the ERP has done nothing. */
const untilProvenAbsentMs = timing.leaseMs + timing.settleMs + timing.apartMs;

const claim = { id: 'c1', installation: 'i', endpoint: '/sale-draft', naturalKey: 'PO-1', lookUp: '', payload: 'p1' };

/** A process was killed while its step "create" was in progress. */
async function killedDuringCreate(admin: ClaimAdmin): Promise<void> {
  await admin.claims.insert({ ...claim, owner: 'killed' }, timing.claimMs);
  const state = { kind: 'sent', step: 'create', leaseMs: timing.leaseMs } as const;
  await admin.claims.change('c1', 1, { state });
}

describe('a process that was killed', () => {
  it('before it sent anything blocks the key for the short lease of a claim only', async () => {
    const admin = openClaimAdmin({ claimMs: 2000 });
    await admin.claims.insert({ ...claim, owner: 'killed' }, 2000);
    expect(await admin.write()).toBe('"saleId":"7"');
    expect(admin.time.now()).toBeLessThan(2500);
  });

  it('after the document was written is proven by the first lookup that shows it, if the ERP is atomic', async () => {
    const admin = openClaimAdmin({ proofMs });
    await killedDuringCreate(admin);
    expect(await admin.write({ find: async () => whole })).toBe('"saleId":"7"');
    expect(admin.time.now()).toBeLessThan(proofMs + 500);
    expect(admin.asked.filter((name) => name !== 'find')).toEqual([]);
  });

  it('after the first of two steps is continued by the next request', async () => {
    const admin = openClaimAdmin({ proofMs });
    await killedDuringCreate(admin);
    const find = async () => (admin.asked.includes('post') ? whole : half);
    expect(await admin.write({ find })).toBe('"saleId":"7"');
    expect(admin.time.now()).toBeLessThan(proofMs + 500);
    expect(admin.asked.filter((name) => name !== 'find')).toEqual(['prepare', 'post']);
  });

  it('is proven in the background too, without a request', async () => {
    const admin = openClaimAdmin({ proofMs });
    await killedDuringCreate(admin);
    await admin.complete(proofMs + 2000, async () => whole);
    expect(admin.claim()?.state).toEqual({ kind: 'done', result: '"saleId":"7"' });
  });

  it('leaves its key in doubt until all waiting times are over, if the ERP may show a document that it still writes', async () => {
    const admin = openClaimAdmin();
    await killedDuringCreate(admin);
    await admin.complete(timing.leaseMs + timing.settleMs - 1000, async () => whole);
    expect(admin.claim()?.state.kind).not.toBe('done');
    await admin.complete(4000, async () => whole);
    expect(admin.claim()?.state.kind).toBe('done');
  });

  it.each([undefined, proofMs])(
    'and whose document a lookup does not show: the key is free when all waiting times are over (proof after %s ms)',
    async (after) => {
      const admin = openClaimAdmin({ proofMs: after });
      await killedDuringCreate(admin);
      await admin.complete(untilProvenAbsentMs + 10_000, async () => none);
      expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
      expect(admin.claim()?.changedAt).toBeGreaterThanOrEqual(untilProvenAbsentMs);
      expect(await admin.write()).toBe('"saleId":"7"');
    },
  );
});

describe('a service that is restarted again and again', () => {
  it('waits for nothing anew: the key is free as soon as without a restart', async () => {
    const admin = openClaimAdmin({ proofMs });
    await killedDuringCreate(admin);
    // No process lives as long as one of the waiting times.
    while (admin.claim()?.state.kind !== 'absent' && admin.time.now() < 60_000) {
      await admin.complete(1500, async () => none);
      admin.restart();
    }
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect(admin.claim()?.changedAt).toBeGreaterThanOrEqual(untilProvenAbsentMs);
    expect(admin.claim()?.changedAt).toBeLessThan(untilProvenAbsentMs + 5000);
  });

  it('frees the lock of a held write as soon as without a restart', async () => {
    const admin = openClaimAdmin();
    await admin.write({ lock: 'invoice 4711', create: async () => lost, find: undefined });
    const other = { document: 2, lock: 'invoice 4711', deadlineMs: 1500 };
    while (typeof (await admin.write(other)) !== 'string' && admin.time.now() < 60_000) admin.restart();
    expect(admin.time.now()).toBeGreaterThanOrEqual(timing.settleMs + timing.apartMs);
    expect(admin.time.now()).toBeLessThan(timing.settleMs + timing.apartMs + 2000);
  });
});

describe('a process that had the store to itself', () => {
  it('and was killed before it sent anything blocks neither its key nor the lock of the document', async () => {
    const admin = openClaimAdmin({}, true);
    await admin.claims.insert({ ...claim, owner: 'killed' }, timing.claimMs);
    await admin.claims.locks.take('invoice 4711', undefined, { claim: 'c1', owner: 'killed' });
    admin.restart();
    expect(await admin.write({ document: 2, lock: 'invoice 4711' })).toBe('"saleId":"7"');
    expect(await admin.write({ lock: 'invoice 4711' })).toBe('"saleId":"7"');
    expect(admin.time.now()).toBe(0);
  });

  it.each(['a request', 'the background'])(
    'and was killed while it stored "sent" has sent nothing: %s begins anew',
    async (who) => {
      const admin = openClaimAdmin({ proofMs }, true);
      await killedDuringCreate(admin);
      for (const mark of admin.store.marks.values()) mark.isOpen = true;
      admin.restart();
      if (who === 'the background') await admin.complete(1000, undefined);
      if (who === 'the background') expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
      expect(await admin.write()).toBe('"saleId":"7"');
      expect(admin.time.now()).toBeLessThanOrEqual(1000);
    },
  );

  it('and was killed after the document was written is proven at once', async () => {
    const admin = openClaimAdmin({ proofMs }, true);
    await killedDuringCreate(admin);
    admin.restart();
    expect(await admin.write({ find: async () => whole })).toBe('"saleId":"7"');
    expect(admin.time.now()).toBe(0);
  });

  it('and was killed while its step was in progress: its lease counts no longer, since its connections ended with it', async () => {
    const admin = openClaimAdmin({ proofMs }, true);
    await killedDuringCreate(admin);
    admin.restart();
    await admin.complete(untilProvenAbsentMs, async () => none);
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect(admin.claim()?.changedAt).toBeGreaterThanOrEqual(timing.settleMs + timing.apartMs);
    expect(admin.claim()?.changedAt).toBeLessThan(timing.settleMs + timing.apartMs + 3000);
  });
});

it('a service that starts when the ERP has settled needs two lookups only', async () => {
  const admin = openClaimAdmin({ proofMs });
  await killedDuringCreate(admin);
  // Another write, while no process looks at the claim.
  await admin.write({ document: 2, at: timing.leaseMs + timing.settleMs });
  const began = admin.time.now();
  await admin.complete(timing.settleMs + timing.apartMs, async () => none);
  expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
  expect((admin.claim()?.changedAt ?? 0) - began).toBeGreaterThanOrEqual(timing.apartMs);
  expect((admin.claim()?.changedAt ?? 0) - began).toBeLessThan(timing.settleMs);
});

it('a lost answer to a written document costs an atomic ERP one lookup', async () => {
  const admin = openClaimAdmin({ proofMs });
  const find = async () => (admin.asked.includes('create') ? whole : none);
  expect(await admin.write({ create: async () => lost, find })).toBe('"saleId":"7"');
  expect(admin.time.now()).toBeLessThan(500);
});

it('an owner that reads longer than its lease keeps its claim', async () => {
  const admin = openClaimAdmin({ claimMs: 2000 });
  const slow = admin.write({ prepare: () => admin.time.sleep(9000), deadlineMs: 20_000 });
  const other = admin.write({ at: 100 });
  expect(await slow).toBe('"saleId":"7"');
  await other;
  expect(admin.claim()?.epoch).toBe(1);
  expect(admin.asked.filter((name) => name === 'prepare')).toHaveLength(1);
});
