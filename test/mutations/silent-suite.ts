/** The tests of silent faults over one profile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAll, oneOfEach } from '../support/depth.ts';
import type { SilentFault } from './silent-faults.ts';
import { finderTable, nameOfFault, nothing, type ReplayedProfile, writeFinders } from './silent-page.ts';
import { openReplay, type Replay, type ReplayInput } from './silent-replay.ts';

/** Kinds that something finds, of 52. */
const leastFound = 47;
const kinds = 52;

/**
 * Each fault is found by what docs/conformance.md names. The deep run has one of each kind. With `UPDATE=1` all finders are tried, in their order, and the first ones are written to the
 * page: some minutes for each profile on an idle machine.
 */
export function describeSilentFaults(
  profile: ReplayedProfile,
  faults: readonly SilentFault[],
  input: Omit<ReplayInput, 'name'>,
): void {
  const isUpdate = process.env.UPDATE === '1';
  const table = finderTable(profile);

  describe(`a mistake in ${profile} that stops no service from starting`, () => {
    let replay: Replay;
    beforeAll(async () => {
      replay = await openReplay({ name: profile, ...input }, isUpdate ? undefined : [...table.values()]);
    }, 600_000);
    const finders = new Map<SilentFault, string>();
    afterAll(async () => {
      await replay?.close();
      if (isUpdate && finders.size === faults.length) writeFinders(profile, finders);
    });

    it('is found in most of 52 kinds', () => {
      expect([...table.keys()]).toEqual(faults.map(nameOfFault));
      expect(faults).toHaveLength(kinds);
      if (!isUpdate)
        expect([...table.values()].filter((finder) => finder !== nothing).length).toBeGreaterThanOrEqual(leastFound);
    });

    const finderOf = (fault: SilentFault): string => table.get(nameOfFault(fault)) ?? nothing;
    const foundFaults = faults.filter((fault) => finderOf(fault) !== nothing);
    const tried = isAll ? foundFaults : oneOfEach(foundFaults, ({ kind }) => kind);
    for (const fault of isUpdate ? faults : tried) {
      const finder = finderOf(fault);
      it(`${nameOfFault(fault)}: ${finder}`, async () => {
        const finds = await replay.finderOf(fault, isUpdate ? undefined : finder);
        finders.set(fault, finds);
        if (!isUpdate) expect(finds).toBe(finder);
      });
    }
  });
}
