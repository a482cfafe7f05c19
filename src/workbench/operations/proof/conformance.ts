/** The checks that follow from the contract: over the fixture, or, only reading, over the ERP of the settings. */

import { locateBase } from '../../../service/config/locate-base.ts';
import { checkEntry, endpointPlaces } from '../../checks/conformance/check-entry.ts';
import { runLive } from '../../checks/conformance/live.ts';
import { type ConformanceResult, type ProfileCheckResult, runConformance } from '../../checks/conformance/run.ts';
import { fixtureValues, readSubject, runOf, type Subject, strayDeviations } from '../../checks/conformance/subject.ts';
import { type Check, nameOf, themeOf } from '../../checks/core/check.ts';
import type { Progress } from '../../checks/core/run-checks.ts';
import { writtenLines } from '../../checks/core/written.ts';
import { usualDemoSku } from '../../checks/sandbox/service-keys.ts';
import { Refused } from '../access/folder.ts';
import type { ProofRequest } from '../protocol/proof.ts';
import { writeLock } from '../workspace/write-lock.ts';
import type { ProofRun, Prover } from './prover.ts';

/** The profile as it is on disk. Rejects with `Refused` if it has syntax errors. */
export async function subjectOf({ workspace }: ProofRun): Promise<Subject> {
  const { host, profileFile, profileName } = workspace;
  const { contract } = host;
  const subject = await readSubject({ contract, profileFile, profileName, locate: locateBase(host) });
  if (subject === undefined) throw new Refused('The profile has syntax errors: see the view Profile.');
  return subject;
}

/** What both runs have in common. */
function sharedRun(run: ProofRun, subject: Subject, { filter = '' }: ProofRequest) {
  const { host } = run.workspace;
  const placeOf = endpointPlaces(subject);
  const wanted = filter.toLowerCase();
  return {
    ...runOf(subject, host),
    wanted: (check: Check): boolean => `${themeOf(check)}: ${nameOf(check)}`.toLowerCase().includes(wanted),
    isLast: () => run.signal.aborted,
    report: (result: ProfileCheckResult, { done, total }: Progress): void => {
      run.progress({ what: 'Running checks', done, total, current: nameOf(result.check) });
      run.add([checkEntry(result, placeOf)]);
    },
  };
}

function conclude(run: ProofRun, result: ConformanceResult): void {
  if (result.kind === 'refused') run.find(result.diagnostics, result.sources);
  if (result.kind === 'unproven') run.note(`The checks are not run: ${result.reason}. ${result.cure}`);
}

/** Runs the checks on the fixture, as `engine test --conformance`. Rejects with `Refused` for cases with unknown settings. */
export const proveConformance: Prover = async (run, request) => {
  const subject = await subjectOf(run);
  const stray = strayDeviations(subject);
  if (stray !== undefined) return run.find([stray], new Map());
  const { environment, unknown } = fixtureValues(subject);
  if (unknown.length > 0)
    throw new Refused(`Cases give settings that the profile does not have: ${unknown.join(', ')}.`);
  const { fixtures } = run;
  conclude(run, await runConformance({ ...sharedRun(run, subject, request), environment, fixtures }));
};

/** Acts as the platform: through a service that is started for the run over the ERP of the settings, or through a running one. */
export const proveSandbox: Prover = async (run, request) => {
  const { workspace, records } = run;
  const writes = request.writes === true;
  if (writes && !(await writeLock(workspace, records)).isUnlocked)
    throw new Refused('Writes are not unlocked in this session: nothing was sent.');
  const { service } = records;
  if (request.service === true && service === undefined)
    throw new Refused('Enter the address of the running service first.');
  const subject = await subjectOf(run);
  const { config, profile } = workspace.load();
  const running =
    request.service === true && service !== undefined
      ? { ...service, demoSku: config.settings.demoSku ?? usualDemoSku }
      : undefined;
  const result = await runLive({
    ...sharedRun(run, subject, request),
    environment: profile.environment,
    writes,
    running,
  });
  conclude(run, result);
  if (result.kind !== 'ran' || !writes) return;
  const { written } = result;
  const lines = written.length === 0 ? ['Nothing was left in the ERP.'] : writtenLines({ writes, written });
  for (const line of lines) run.note(line);
};
