/** A few cases of a row, for the test run. */
import type { CaseResult, Row, SoakSetup } from './row.ts';
import { runRow } from './run.ts';
import { sumUp } from './tally.ts';

/** Runs the first cases; the violations tell how to run their case again. */
export async function sample(row: Row, setup: SoakSetup, seed: number, most: number): Promise<CaseResult> {
  const results: CaseResult[] = [];
  await runRow({
    row,
    setup,
    seed,
    first: 0,
    most,
    until: Number.POSITIVE_INFINITY,
    stopping: () => false,
    onCase: (number, _, result) => {
      const again = `npm run soak -- --seed ${seed} --row ${row.name} --databases ${setup.database} --case ${number}`;
      results.push({ ...result, violations: result.violations.map((text) => `${text} (again: ${again})`) });
    },
  });
  return sumUp(results);
}
