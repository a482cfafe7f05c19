/** `engine test`: runs the cases beside a profile over its fixture. */
import type { Command } from 'commander';
import type { ExitStatus, Host } from '../service/host.ts';
import { openFixtures } from '../testing/fixture/fixtures.ts';
import { countsOf, junit } from '../testing/report.ts';
import { aside, whileWaiting } from './shared/progress.ts';
import { testConformance } from './test/conformance.ts';
import { showCoverage } from './test/coverage.ts';
import { scratchServers } from './test/database-servers.ts';
import { addTestFlags, refuseTestFlags, type TestFlags } from './test/flags.ts';
import { type Found, runProfiles } from './test/run-profiles.ts';
import { updateCases } from './test/update.ts';
import { watchProfiles } from './test/watch.ts';

export function addTest(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  addTestFlags(program.command('test')).action(async (given: readonly string[], flags: TestFlags) => {
    refuseTestFlags(flags);
    const fixtures = openFixtures(scratchServers(flags.scratch, host.env));
    const run = (only?: ReadonlySet<string>): Promise<ExitStatus> =>
      whileWaiting(host, 'Running cases', async (clear) => {
        const beside = aside(host, clear);
        return flags.conformance === true
          ? testConformance(beside, fixtures, given, flags)
          : conclude(beside, flags, await runProfiles(beside, fixtures, given, flags, only));
      });
    try {
      end(flags.watch === true ? await watchProfiles(host, given, run) : await run());
    } finally {
      await fixtures.close();
    }
    for (const note of fixtures.notes()) host.err(`${note}.\n`);
  });
}

async function conclude(host: Host, flags: TestFlags, found: Found): Promise<ExitStatus> {
  const { files, unproven, points, faulty } = found;
  const { held, failed, unproven: open } = countsOf(files);
  const parts = [
    `${held} held, ${failed} failed`,
    ...(open > 0 ? [`${open} unproven`] : []),
    ...(unproven.length > 0 ? [`${unproven.length} files not run`] : []),
  ];
  if (flags.format === 'junit') host.out(junit(files));
  else host.out(`${parts.join(', ')}.\n`);
  const isUnfit = flags.strict === true && unproven.length + open > 0;
  const isCovered = showCoverage(host, flags, points);
  const isSound = flags.update === true ? await updateCases(host, flags, found) : failed === 0;
  return faulty || isUnfit || !isCovered || !isSound ? 1 : 0;
}
