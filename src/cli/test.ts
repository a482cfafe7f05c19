/** `engine test`: runs the cases of a profile over its fixture. */

import type { Command } from 'commander';
import { paintOf } from '../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { casesJson } from '../workbench/testing/cases-json.ts';
import { openFixtures } from '../workbench/testing/fixture/fixtures.ts';
import { nothingRun } from '../workbench/testing/nothing-run.ts';
import { countsOf, junit, resultText } from '../workbench/testing/report.ts';
import { endpointOf } from './run/request.ts';
import { whileWaiting, withProgress } from './shared/progress.ts';
import { UsageError } from './shared/usage.ts';
import { testConformance } from './test/conformance.ts';
import { showCoverage } from './test/coverage.ts';
import { scratchServers } from './test/database-servers.ts';
import { addTestFlags, refuseTestFlags, type TestFlags } from './test/flags.ts';
import { testMutants } from './test/mutate.ts';
import { type CasesRun, runProfiles } from './test/run-profiles.ts';
import { updateCases } from './test/update.ts';
import { watchProfiles } from './test/watch.ts';
import { writeReport } from './test/write-report.ts';

/** `engine test`: cases, or with a flag conformance checks or mutants. Ends with 1 where one fails. */
export function addTest(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  addTestFlags(program.command('test')).action(async (named: readonly string[], flags: TestFlags) => {
    refuseTestFlags(flags);
    if (flags.only !== undefined) endpointOf(host, flags.only);
    const given = named.length > 0 ? named : configuredProfile(host, flags);
    if (given === undefined) return end(1);
    const fixtures = openFixtures(scratchServers(flags.scratch, host.env));
    const run = async (only?: ReadonlySet<string>): Promise<ExitStatus> => {
      if (flags.mutate === true) return testMutants(host, fixtures, given, flags);
      if (flags.conformance === true)
        return whileWaiting(host, 'Running checks', (line) =>
          testConformance({ host: withProgress(host, line), fixtures, flags, line }, given),
        );
      const ran = await whileWaiting(host, 'Running cases', (line) =>
        runProfiles({ host: withProgress(host, line), fixtures, flags, line }, given, only),
      );
      return conclude(host, flags, ran);
    };
    try {
      end(flags.watch === true ? await watchProfiles(host, given, run) : await run());
    } finally {
      await fixtures.close();
    }
    for (const note of fixtures.notes()) host.err(`${note}.\n`);
  });
}

/** The profile of the configuration, or of one of its services. Undefined after errors, which are shown. */
function configuredProfile(host: Host, { config, service }: TestFlags): readonly string[] | undefined {
  const loaded = loadProfile(host, { config, service });
  if (loaded.ok) return [loaded.profile.profileFile];
  showDiagnostics(host, loaded.diagnostics, loaded.sources);
  return undefined;
}

/** Throws `UsageError` for a `--filter` or `--only` that selects no case: a misspelt one would pass. */
function refuseFilter({ filter, only, watch }: TestFlags): void {
  if ((filter === undefined && only === undefined) || watch === true) return;
  const among = only === undefined ? '' : ` of ${only}`;
  throw new UsageError(
    filter === undefined ? `there is no case${among}` : `no case${among} has "${filter}" in its sentence or endpoint`,
  );
}

async function conclude(host: Host, flags: TestFlags, run: CasesRun): Promise<ExitStatus> {
  const { files, unproven, points, faulty } = run;
  const { passed, failed, notTested } = countsOf(files);
  if (files.every(({ results }) => results.length === 0) && unproven.length === 0 && !faulty) refuseFilter(flags);
  const parts = [
    resultText(passed, failed, paintOf(host.color.out)),
    ...(notTested > 0 ? [`${notTested} not tested`] : []),
    ...(unproven.length > 0 ? [`${unproven.length} files not run`] : []),
  ];
  if (flags.format === 'junit') host.out(junit(files));
  else if (flags.format === 'json') host.out(casesJson(run.reported));
  else host.out(`${parts.join(', ')}.\n`);
  writeReport(host, flags, 'cases', run.reported);
  const isIncomplete = flags.strict === true && unproven.length + notTested > 0;
  const hasRun = passed + failed > 0;
  if (!hasRun && !faulty) host.err(nothingRun('case'));
  const isCovered = showCoverage(host, flags, points);
  const hasPassed = flags.update === true ? await updateCases(host, flags, run) : failed === 0;
  return faulty || isIncomplete || !isCovered || !hasPassed || !hasRun ? 1 : 0;
}
