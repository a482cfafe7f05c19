/** The sliding window, compared with an independent count over generated histories. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takePermits, type WindowEntry } from '../../../../engine/sources/http/rates/sliding-window.ts';
import { seed } from '../../../support/seed.ts';

interface Given {
  readonly at: number;
  readonly count: number;
}

/** The most that was given in any time of this length: every one that matters begins with a permit. */
function most(given: readonly Given[], length: number): number {
  return Math.max(
    0,
    ...given.map(({ at }) =>
      given.filter((other) => other.at >= at && other.at < at + length).reduce((sum, { count }) => sum + count, 0),
    ),
  );
}

describe('a sliding window', () => {
  it('never grants more than the limit in any window, and always grants the rest', () => {
    const steps = fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 40 }), wanted: fc.integer({ min: 1, max: 8 }) }),
      {
        minLength: 1,
        maxLength: 400,
      },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 20, max: 2_000 }),
        fc.integer({ min: 0, max: 50 }),
        steps,
        (count, windowMs, keptMs, all) => {
          let log: readonly WindowEntry[] = [];
          let now = 1_000_000;
          const given: Given[] = [];
          const span = windowMs + keptMs;
          for (const { after, wanted } of all) {
            now += after;
            const taken = takePermits(log, now, { count, windowMs }, keptMs, wanted);
            log = taken.log;
            if (taken.granted > 0) given.push({ at: now, count: taken.granted });
            // Nothing that had to be given was refused: entries that are put together count for a hundredth of the time longer at most.
            const surely = given
              .filter(({ at }) => at > now - span * 1.02 - 1)
              .reduce((sum, entry) => sum + entry.count, 0);
            if (taken.granted < wanted && surely < count) return false;
            const total = taken.expiries.reduce((sum, expiry) => sum + expiry.count, 0);
            if (total > count || taken.expiries.some(({ inMs }) => inMs <= 0 || inMs > span)) return false;
          }
          return most(given, span) <= count;
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });

  it('stays small for any number of requests', () => {
    let log: readonly WindowEntry[] = [];
    for (let now = 0; now < 100_000; now += 1)
      log = takePermits(log, now, { count: 1_000_000, windowMs: 50_000 }, 0, 1).log;
    expect(log.length).toBeLessThanOrEqual(250);
  });

  it('counts entries that a clock change moved to the future from now on', () => {
    const limit = { count: 1, windowMs: 100 };
    const { log } = takePermits([], 5_000, limit, 0, 1);
    const back = takePermits(log, 1_000, limit, 0, 1);
    expect(back.granted).toBe(0);
    expect(back.expiries).toEqual([{ inMs: 100, count: 1 }]);
  });
});
