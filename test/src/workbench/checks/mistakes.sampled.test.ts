/** Checks find mistakes of meaning in a profile whose ERP has discounts, flags, kinds of addresses, quotations and rates, and none in the right profile. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { checksFor, knownEndpoints } from '../../../../src/workbench/checks/list.ts';
import { serve } from '../../../profiles/served.ts';
import { byDepth, oneOfEach, spread } from '../../../support/depth.ts';
import type { Mistake } from './lager/mistake.ts';
import { mistakes } from './lager/mistakes.ts';
import { noDefect, runDefective } from './run-defective.ts';

const folder = join(import.meta.dirname, 'lager');
const right = readFileSync(join(folder, 'profile.yaml'), 'utf8');
const checks = checksFor(knownEndpoints(contract), undefined);

const checkOf = ({ id, path }: Pick<Mistake, 'id' | 'path'>): string => `${id} ${path}`;

/** In the deep run each check finds one mistake. */
const chosen = byDepth({ sample: spread(mistakes, 8), deep: oneOfEach(mistakes, checkOf), all: mistakes });

/** What the checks of some mistakes say of a profile over a new fixture, by check. */
async function outcomesIn(profileFolder: string, some: readonly Mistake[]) {
  const names = new Set(some.map(checkOf));
  const served = await serve({ name: join(profileFolder, 'profile.yaml'), settings: {} });
  try {
    const own = checks.filter((check) => names.has(checkOf(check)));
    const results = await runDefective(served, own, served.profile, noDefect, served.profile.deviations);
    return new Map(results.map(({ check, outcome }) => [checkOf(check), outcome]));
  } finally {
    await served.close();
  }
}

it('the right profile passes the checks that find the mistakes', async () => {
  const outcomes = await outcomesIn(folder, chosen);
  expect(outcomes).toEqual(new Map(chosen.map((mistake) => [checkOf(mistake), { kind: 'passed' }])));
});

describe('a mistake of meaning', () => {
  let work: string;
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'lager-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  it.each(chosen)('$what: $id of $path', async (mistake) => {
    const own = join(work, String(mistakes.indexOf(mistake)));
    cpSync(folder, own, { recursive: true });
    let text = right;
    for (const [old, now] of mistake.edits) {
      expect(text.split(old).length, `occurrences of ${old}`).toBe(2);
      text = text.replace(old, () => now);
    }
    writeFileSync(join(own, 'profile.yaml'), text);
    expect((await outcomesIn(own, [mistake])).get(checkOf(mistake))?.kind).toBe('failed');
  });
});
