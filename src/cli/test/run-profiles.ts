/** Runs the cases of profiles, and shows the results file by file. */
import { createCoverage, paintOf, type Reached } from '../../../engine/tools/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { locateProfile } from '../../service/config/locate-profile.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { caseEntry, findingEntries, unprovenEntry } from '../../workbench/testing/case-entry.ts';
import { type CaseFile, type FileFault, readCases } from '../../workbench/testing/case-files.ts';
import type { FileResult, FileRun } from '../../workbench/testing/case-run.ts';
import type { Fixtures } from '../../workbench/testing/fixture/fixture.ts';
import { inOrder } from '../../workbench/testing/ordered-results.ts';
import { type FileReport, reportText } from '../../workbench/testing/report.ts';
import type { ReportedProfile, ReportGroup } from '../../workbench/testing/report-entry.ts';
import { runEndpointCases, runFile } from '../../workbench/testing/run-file.ts';
import { countedText, type ProgressLine } from '../shared/progress.ts';
import { wantsCoverage } from './coverage.ts';
import type { TestFlags } from './flags.ts';

/** A function to call after each case with the name of its file. `work`: what is being done, such as `Running cases`. */
function countCases(files: readonly CaseFile[], work: string, line: ProgressLine): (file: string) => void {
  const total = files.reduce((sum, { run }) => sum + run.loaded.cases.length, 0);
  let done = 0;
  return (file) => {
    done += 1;
    line.show(countedText(work, { done, total }, file), { done, total });
  };
}

/** The results of a run. */
export interface CasesRun {
  readonly files: readonly (FileReport & { readonly file: CaseFile })[];
  /** Names of files that cannot be run on this machine. */
  readonly unproven: readonly string[];
  /** Coverage by profile. */
  readonly points: ReadonlyMap<string, readonly Reached[]>;
  /** Whether a file had errors, which have been shown. */
  readonly faulty: boolean;
  /** The same results for a report, with what prevented a run. */
  readonly reported: readonly ReportedProfile[];
}

/** What a run of cases needs. */
interface Running {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly flags: TestFlags;
  readonly line: ProgressLine;
}

/** Runs a file; with `only`, the cases of that endpoint alone where the profile has faults elsewhere. */
async function runCaseFile(run: FileRun, only: string | undefined): Promise<FileResult> {
  const whole = await runFile(run);
  return whole.kind === 'refused' && only !== undefined ? runEndpointCases(run, new Set([only])) : whole;
}

/** `changed`: paths of the files of cases to run; undefined for all. */
export async function runProfiles(
  { host, fixtures, flags, line }: Running,
  given: readonly string[],
  changed: ReadonlySet<string> | undefined,
): Promise<CasesRun> {
  const files: (FileReport & { readonly file: CaseFile })[] = [];
  const unproven: string[] = [];
  const points = new Map<string, readonly Reached[]>();
  const reported: ReportedProfile[] = [];
  let groups: ReportGroup[] = [];
  let faulty = false;
  const refuse = ({ diagnostics, sources }: FileFault): void => {
    faulty = true;
    groups.push({ name: 'Findings', entries: findingEntries(diagnostics, sources) });
    showDiagnostics(host, diagnostics, sources);
  };
  const { contract, cwd, now } = host;
  const paint = paintOf(host.color.out);
  const nameOf = (file: string): string => displayPath(cwd, file);
  for (const profile of given) {
    groups = [];
    const located = locateProfile(profile, cwd, host.packageRoot, undefined);
    if (!located.ok) {
      refuse({ diagnostics: [located.diagnostic], sources: new Map() });
      reported.push({ name: profile, erp: '', groups });
      continue;
    }
    const { file: profileFile } = located;
    const profileName = nameOf(profileFile);
    const coverage = wantsCoverage(flags) ? createCoverage() : undefined;
    const { filter, only: endpoint } = flags;
    const profileInput = { profileFile, profileName, locate: locateBase(host) };
    const selection = { filter, endpoint, files: changed };
    const read = await readCases({ ...profileInput, ...selection, contract, fixtures, nameOf, coverage, now });
    reported.push({ name: profileName, erp: read.title, groups });
    for (const fault of read.faults) refuse(fault);
    const count = countCases(read.files, 'Running cases', line);
    const signal = host.task?.signal;
    await inOrder(
      read.files,
      flags.jobs,
      async (file) =>
        signal?.aborted === true
          ? undefined
          : { file, result: await runCaseFile({ ...file.run, signal, onCase: () => count(file.name) }, endpoint) },
      (ended) => {
        if (ended === undefined) return;
        const { file, result } = ended;
        const { name, secrets } = file;
        switch (result.kind) {
          case 'refused':
            return refuse(result);
          case 'unproven':
            unproven.push(name);
            groups.push({ name, entries: [unprovenEntry(name, result.reason, result.cure)] });
            return host.err(`${name} is not run: ${result.reason}. ${result.cure}\n`);
          case 'ran':
            files.push({ file, name, results: result.results, secrets });
            groups.push({ name, entries: result.results.map((one) => caseEntry(file, one)) });
            if (flags.format === 'text') host.out(reportText({ name, results: result.results, secrets }, paint));
        }
      },
    );
    if (coverage !== undefined) points.set(profileName, coverage.reached());
  }
  return { files, unproven, points, faulty, reported };
}
