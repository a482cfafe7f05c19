/** Checks find mistakes of meaning in a profile whose ERP has discounts, flags, kinds of addresses, quotations and rates, and none in the right profile. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { checksFor, knownEndpoints } from '../../../../src/workbench/checks/list.ts';
import { type Served, serve } from '../../../profiles/served.ts';
import { type Mistake, mistakes } from './lager/mistakes.ts';
import { noDefect, runDefective } from './run-defective.ts';

const folder = join(import.meta.dirname, 'lager');
const right = readFileSync(join(folder, 'profile.yaml'), 'utf8');
const checks = checksFor(knownEndpoints(contract), undefined);

/** What the check of a mistake says of a service. */
async function outcomeOf(served: Served, { id, path }: Pick<Mistake, 'id' | 'path'>) {
  const own = checks.filter((check) => check.id === id && check.path === path);
  const results = await runDefective(served, own, served.profile, noDefect, served.profile.deviations);
  return results.at(-1)?.outcome;
}

describe('a mistake of meaning', () => {
  let work: string;
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'lager-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** The outcome over a new fixture: a payment that an earlier run has made would be a repeat, which adds no rows. */
  async function outcomeIn(profileFolder: string, mistake: Mistake) {
    const served = await serve({ name: join(profileFolder, 'profile.yaml'), settings: {} });
    try {
      return await outcomeOf(served, mistake);
    } finally {
      await served.close();
    }
  }

  /** Outcomes of the right profile: several mistakes are found by one check. */
  const rightOutcomes = new Map<string, ReturnType<typeof outcomeIn>>();
  const rightOutcome = (mistake: Mistake) => {
    const key = `${mistake.id} ${mistake.path}`;
    const outcome = rightOutcomes.get(key) ?? outcomeIn(folder, mistake);
    rightOutcomes.set(key, outcome);
    return outcome;
  };

  it.each(mistakes)('$what: $id of $path', async (mistake) => {
    expect(await rightOutcome(mistake), 'without the mistake').toEqual({ kind: 'passed' });
    const own = join(work, String(mistakes.indexOf(mistake)));
    cpSync(folder, own, { recursive: true });
    let text = right;
    for (const [old, now] of mistake.edits) {
      expect(text.split(old).length, `occurrences of ${old}`).toBe(2);
      text = text.replace(old, () => now);
    }
    writeFileSync(join(own, 'profile.yaml'), text);
    expect((await outcomeIn(own, mistake))?.kind).toBe('failed');
  });
});
