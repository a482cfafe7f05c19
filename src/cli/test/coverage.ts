/** What a run of cases has reached of each profile, as it was asked for. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reached } from '../../../engine/index.ts';
import type { Host } from '../../service/host.ts';
import { coverageText, percentOf, shareOf } from '../../testing/coverage-text.ts';
import { lcovText } from '../../testing/lcov.ts';
import type { TestFlags } from './flags.ts';

export const wantsCoverage = ({ coverage, coverageLcov, coverageThreshold }: TestFlags): boolean =>
  coverage === true || coverageLcov !== undefined || coverageThreshold !== undefined;

/** Shows and writes it. False where less of a profile is reached than is wanted. `points` by profile. */
export function showCoverage(host: Host, flags: TestFlags, points: ReadonlyMap<string, readonly Reached[]>): boolean {
  const { coverage, coverageLcov, coverageThreshold = 0, format } = flags;
  // A document for machines stays one.
  const tell = format === 'text' ? host.out : host.err;
  if (coverage === true) for (const [name, own] of points) tell(coverageText(name, own));
  if (coverageLcov !== undefined) {
    const all = [...points.values()].flat();
    writeFileSync(
      resolve(host.cwd, coverageLcov),
      lcovText(all, (name) => resolve(host.cwd, name)),
    );
  }
  const short = [...points].filter(([, own]) => percentOf(shareOf(own)) < coverageThreshold);
  for (const [name, own] of short) {
    const reached = percentOf(shareOf(own));
    host.err(`${reached} % of ${name} are reached by its cases, and ${coverageThreshold} % are wanted.\n`);
  }
  return short.length === 0;
}
