/** The figures of docs/profiles.md, compared with what a run has shown. */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { type Figures, figuresFile, readFigures } from '../../src/build/pages/profiles/figures.ts';
import { root } from '../src/cli/here.ts';

/** Numbers in a text, as groups of a pattern. */
function numbersIn(out: string, pattern: RegExp): readonly number[] {
  const match = pattern.exec(out);
  expect(match, `the run says ${pattern}`).not.toBeNull();
  return (match ?? []).slice(1).map(Number);
}

/** With RENEW_FIGURES=1 what was measured is written; otherwise it must be what is there. */
function hold(name: string, measured: Figures): void {
  const folder = join(root, 'profiles', name);
  const kept = readFigures(folder);
  if (process.env.RENEW_FIGURES === '1') {
    writeFileSync(figuresFile(folder), `${JSON.stringify({ ...kept, ...measured }, null, 2)}\n`);
    return;
  }
  const test = relative(root, expect.getState().testPath ?? '');
  const cure = `profiles/${name}/figures.json is not what was measured: RENEW_FIGURES=1 npx vitest run --mode nightly ${test}, then npm run build`;
  expect(kept, cure).toMatchObject(measured);
}

/** Of the output of `engine test --coverage`: all cases hold, and as many points are reached as the page says. */
export function holdCases(name: string, out: string): void {
  const [passed = 0, failed] = numbersIn(out, /^(\d+) passed, (\d+) failed/m);
  expect(failed).toBe(0);
  const [reached = 0, points = 0] = numbersIn(out, /^ +all +(\d+) of (\d+)/m);
  hold(name, { cases: { passed, reached, points } });
}

/** The counts of a run of checks, of which none failed. */
function checksIn(out: string): NonNullable<Figures['conformance']> {
  const pattern = /^(\d+) passed, (\d+) failed, (\d+) not tested, (\d+) not applicable\.$/m;
  const [passed = 0, failed, notTested = 0, notApplicable = 0] = numbersIn(out, pattern);
  expect(failed).toBe(0);
  return { passed, notTested, notApplicable };
}

const totalOf = (figures: Figures['conformance']): number =>
  figures === undefined ? 0 : figures.passed + figures.notTested + figures.notApplicable;

/**
 * Of the output of `engine test --conformance`: no check fails, and there are as many as the page says. Whether one of them is not tested may depend on the
 * time that the machine has for it.
 */
export function holdConformance(name: string, out: string): void {
  const measured = checksIn(out);
  const recordedChecks = readFigures(join(root, 'profiles', name)).conformance;
  if (process.env.RENEW_FIGURES === '1' || totalOf(recordedChecks) !== totalOf(measured))
    hold(name, { conformance: measured });
}

/** Of the output of `engine test --conformance --live` without `--writes` on the real ERP: the same. */
export const holdLive = (name: string, out: string): void => hold(name, { live: checksIn(out) });
