/** Tests that checks find mistakes of meaning, each planted in a profile, and none in the right profile. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import type { Path } from '../../../../src/contract/types.ts';
import { checksFor, knownEndpoints } from '../../../../src/workbench/checks/list.ts';
import { serve } from '../../../profiles/served.ts';
import { root } from '../../cli/here.ts';
import { noDefect, runDefective } from './run-defective.ts';

/** A mistake whose answers are all valid. */
export interface Mistake {
  readonly what: string;
  /** The check that must find it. */
  readonly id: string;
  readonly path: Path;
  /** A text of the profile, and what it is replaced with. */
  readonly edits: readonly (readonly [old: string, now: string])[];
}

/** All customers, as in a conformance run over a fixture. */
const mostSamples = 100;

const checks = checksFor(knownEndpoints(contract), undefined);

/** The check of a mistake: its id and its endpoint. */
export const checkOf = ({ id, path }: Pick<Mistake, 'id' | 'path'>): string => `${id} ${path}`;

/** What the checks of some mistakes say of a profile over a new fixture, by check. */
async function outcomesIn(folder: string, some: readonly Mistake[], settings: Readonly<Record<string, string>>) {
  const names = new Set(some.map(checkOf));
  const served = await serve({ name: join(folder, 'profile.yaml'), settings });
  try {
    const checksOfMistakes = checks.filter((check) => names.has(checkOf(check)));
    const { deviations } = served.profile;
    const results = await runDefective(served, checksOfMistakes, served.profile, noDefect, deviations, mostSamples);
    return new Map(results.map(({ check, outcome }) => [checkOf(check), outcome]));
  } finally {
    await served.close();
  }
}

/** Tests the right profile in a folder with the checks of some mistakes, and then each mistake in a copy of the folder. */
export function describeMistakes(
  folder: string,
  mistakes: readonly Mistake[],
  settings: Readonly<Record<string, string>> = {},
): void {
  it('the right profile passes the checks that find the mistakes', async () => {
    const outcomes = await outcomesIn(folder, mistakes, settings);
    expect(outcomes).toEqual(new Map(mistakes.map((mistake) => [checkOf(mistake), { kind: 'passed' }])));
  });

  describe('a mistake of meaning', () => {
    let work: string;
    beforeAll(() => {
      work = mkdtempSync(join(tmpdir(), 'mistakes-'));
      // A double beside the profile imports the modules that all doubles share.
      for (const shared of ['doubles', 'node_modules']) symlinkSync(join(root, shared), join(work, shared));
    });
    afterAll(() => rmSync(work, { recursive: true, force: true }));

    it.each(mistakes)('$what: $id of $path', async (mistake) => {
      const copy = join(work, 'profiles', String(mistakes.indexOf(mistake)));
      cpSync(folder, copy, { recursive: true });
      let text = readFileSync(join(folder, 'profile.yaml'), 'utf8');
      for (const [old, now] of mistake.edits) {
        expect(text.split(old).length, `occurrences of ${old}`).toBe(2);
        text = text.replace(old, () => now);
      }
      writeFileSync(join(copy, 'profile.yaml'), text);
      expect((await outcomesIn(copy, [mistake], settings)).get(checkOf(mistake))?.kind).toBe('failed');
    });
  });
}
