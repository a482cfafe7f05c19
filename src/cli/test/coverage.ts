/** Reports the coverage of profiles by their cases. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reached } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { coverageText, percentOf, shareOf } from '../../workbench/testing/coverage-text.ts';
import { lcovText } from '../../workbench/testing/lcov.ts';
import type { TestFlags } from './flags.ts';

/** A format or a threshold for coverage implies `--coverage`. */
export const wantsCoverage = ({ coverage, coverageLcov, coverageThreshold }: TestFlags): boolean =>
  coverage === true || coverageLcov !== undefined || coverageThreshold !== undefined;

/** Shows and writes the coverage. Returns false if a profile is below the threshold. `points`: by profile. */
export function showCoverage(host: Host, flags: TestFlags, points: ReadonlyMap<string, readonly Reached[]>): boolean {
  const { coverage, coverageLcov, coverageThreshold = 0, format } = flags;
  // Other formats write one document to stdout.
  const write = format === 'text' ? host.out : host.err;
  if (coverage === true) for (const [name, reachedPoints] of points) write(coverageText(name, reachedPoints));
  if (coverageLcov !== undefined) {
    const all = [...points.values()].flat();
    writeFileSync(
      resolve(host.cwd, coverageLcov),
      lcovText(all, (name) => resolve(host.cwd, name)),
    );
  }
  const belowThreshold = [...points].filter(
    ([, reachedPoints]) => percentOf(shareOf(reachedPoints)) < coverageThreshold,
  );
  for (const [name, reachedPoints] of belowThreshold) {
    const reached = percentOf(shareOf(reachedPoints));
    host.err(`The cases of ${name} cover ${reached} %, less than the threshold of ${coverageThreshold} %.\n`);
  }
  return belowThreshold.length === 0;
}
