/**
 * The lock of a document, explored under a virtual clock: several payments of one invoice, of which the ERP would take
 * any number. A failure prints its seed and the shrunk schedule.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../../../../support/depth.ts';
import { seed } from '../../../../support/seed.ts';
import type { NativeKey } from './world/erp.ts';
import type { Planted } from './world/replica.ts';
import { type Schedule, violations } from './world/schedule.ts';

const runs = byDepth({ sample: 2_000, deep: 4_000, all: 100_000 });

const schedules: fc.Arbitrary<Schedule> = fc.record({
  native: fc.constantFrom<NativeKey[]>('none', 'same'),
  standing: fc.constant(false),
  isLocked: fc.constant(true),
  replicas: fc.integer({ min: 1, max: 3 }),
  isOneMachine: fc.boolean(),
  callers: fc.array(
    fc.record({
      at: fc.nat(1500),
      replica: fc.nat(2),
      payload: fc.constant('first'),
      key: fc.constantFrom('PO-1', 'PO-2', 'PO-3'),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  jumps: fc.array(fc.record({ at: fc.nat(3000), by: fc.constantFrom(-2000, 300, 1000, 5000) }), { maxLength: 4 }),
  fates: fc.array(fc.nat(255), { maxLength: 120, size: 'max' }),
});

describe('the model of locks', () => {
  it(`finds one document for all keys in ${runs} schedules`, { timeout: 1_800_000 }, async () => {
    const property = fc.asyncProperty(schedules, async (schedule) => {
      expect(await violations(schedule)).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: runs });
  });

  const bugs: Readonly<Record<string, Planted>> = {
    'a write without its lock': { work: (work) => ({ ...work, lock: undefined }) },
    'a lock that anybody may take': {
      claims: (claims) => ({ ...claims, locks: { holder: async () => undefined, take: async () => true } }),
    },
    'a lock that ends when the holder is in doubt': {
      claims: (claims) => ({
        ...claims,
        read: async (id) => {
          const { claim, now } = await claims.read(id);
          return { claim: claim?.state.kind === 'unknown' ? { ...claim, owner: 'somebody else' } : claim, now };
        },
      }),
    },
    'a holder that stopped and is not changed before its lock passes on': {
      claims: (claims) => ({
        ...claims,
        change: async (id, revision, change) =>
          (change.state.kind === 'absent' && change.epoch !== undefined) || claims.change(id, revision, change),
      }),
    },
  };
  for (const [name, planted] of Object.entries(bugs)) {
    it(`notices ${name}, within 5,000 schedules`, { timeout: 300_000 }, async () => {
      const property = fc.asyncProperty(schedules, async (schedule) => {
        expect(await violations(schedule, planted)).toEqual([]);
      });
      const { failed, numRuns } = await fc.check(property, { seed, numRuns: 5000, endOnFailure: true });
      expect({ failed, numRuns }).toMatchObject({ failed: true });
    });
  }
});
