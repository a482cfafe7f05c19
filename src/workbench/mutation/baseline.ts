/** Runs the cases and checks over the unchanged profile: what they find there detects no mutant. */
import { dirname } from 'node:path';
import { CheckMemory, checkProfile } from '../../../engine/index.ts';
import type { LoadedCase } from '../../../engine/tools/index.ts';
import { runConformance } from '../checks/conformance/run.ts';
import { fixtureValues, runOf, type Subject } from '../checks/conformance/subject.ts';
import { nameOf } from '../checks/core/check.ts';
import type { Outcome } from '../checks/core/outcome.ts';
import type { Exchange } from '../checks/validation/caller.ts';
import type { FileFault } from '../testing/case-files.ts';
import { type CaseFile, readCases } from '../testing/case-files.ts';
import { caseFiles } from '../testing/case-layers.ts';
import { passes } from '../testing/case-run.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { inOrder } from '../testing/ordered-results.ts';
import { runFile } from '../testing/run-file.ts';
import { type ConformanceInput, isAbout, onlyReads } from './by-conformance.ts';
import { findingKey, type KillInput } from './kill.ts';
import { recordReads } from './replay.ts';

/** How far the baseline is. */
export interface BaselineProgress {
  readonly what: 'cases' | 'checks';
  readonly done: number;
  readonly total: number;
  /** The file of cases, or the check. */
  readonly current: string;
}

export interface Baseline {
  readonly subject: Subject;
  readonly fixtures: Fixtures;
  readonly packageRoot: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Profiles that extend it, whose cases are run, too: absolute path, and path for messages. */
  readonly overlays: readonly { readonly file: string; readonly name: string }[];
  /** The path of a file for messages. */
  readonly pathOf: (file: string) => string;
  /** Paths of the endpoints that the mutants affect. */
  readonly endpoints: ReadonlySet<string>;
  /** Number of files or mutants at the same time. */
  readonly jobs: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress: (progress: BaselineProgress) => void;
  /** Takes findings about case files and checks that cannot run, and sentences about what is not run here. */
  readonly reportFault: (fault: FileFault) => void;
  readonly note: (sentences: string) => void;
}

/** Why nothing can be detected: two sentences. */
interface Refusal {
  readonly message: string;
  readonly cure: string;
}

/** Distinguishes the two results of a baseline. */
export const isRefusal = (given: object): given is Refusal => 'cure' in given;

/** What is needed to detect mutants, after the unchanged profile has passed its cases. */
export async function killInput(baseline: Baseline, sharedFixtures: Fixtures): Promise<KillInput | Refusal> {
  const { subject } = baseline;
  const cases = await runCases(baseline);
  if (isRefusal(cases)) return cases;
  const { contract, profileFile, profileName, text, bases } = subject;
  const memory = new CheckMemory();
  const knownFindings = new Set(
    (await checkProfile(text, profileName, contract, {}, { bases, folder: dirname(profileFile), memory })).map(
      findingKey,
    ),
  );
  const checked = await runChecksOnce(baseline, sharedFixtures);
  if (isRefusal(checked)) {
    if (cases.files.length === 0) return checked;
    baseline.note(`${checked.message} ${checked.cure}`);
  }
  const conformance = isRefusal(checked) ? undefined : checked;
  return {
    contract,
    profileFile,
    profileName,
    bases,
    knownFindings,
    memory,
    ...cases,
    sharedFixtures,
    conformance,
  };
}

/** All case files of the profile, which may have none, and of those that extend it. A refusal if one is faulty. */
async function readAllCases(baseline: Baseline): Promise<readonly CaseFile[] | Refusal> {
  const { subject, fixtures, now, overlays, pathOf, reportFault, note } = baseline;
  const { contract, locate, profileFile, profileName } = subject;
  const files: CaseFile[] = [];
  const hasCases = caseFiles(subject.folders).length > 0;
  if (!hasCases)
    note(`${profileName} has no cases: mutants are detected by engine check and the conformance checks alone.`);
  for (const { file, name } of [...(hasCases ? [{ file: profileFile, name: profileName }] : []), ...overlays]) {
    const read = await readCases({
      ...{ contract, fixtures, profileFile: file, profileName: name, locate, now },
      ...{ nameOf: pathOf, filter: undefined, files: undefined, coverage: undefined },
    });
    for (const fault of read.faults) reportFault(fault);
    if (read.faults.length > 0)
      return {
        message: `Case files of ${name} have errors.`,
        cure: `Run \`engine test ${name}\`, and correct them.`,
      };
    files.push(...read.files);
  }
  return files;
}

/** The case files, and what each case costs. A refusal if cases fail, or if none can run here. */
async function runCases(baseline: Baseline): Promise<Pick<KillInput, 'files' | 'costs'> | Refusal> {
  const { subject, endpoints, jobs, signal, note, progress } = baseline;
  const { profileName: name } = subject;
  const all = await readAllCases(baseline);
  if (isRefusal(all)) return all;
  const files = all.filter(({ run }) => run.loaded.cases.some(({ call }) => endpoints.has(call)));
  const total = files.reduce((sum, { run }) => sum + run.loaded.cases.length, 0);
  let done = 0;
  const count = (current: string): void => {
    done += 1;
    progress({ what: 'cases', done, total, current });
  };
  const costs = new Map<LoadedCase, number>();
  const failed: string[] = [];
  const unproven: (Refusal & { readonly file: string })[] = [];
  await inOrder(
    files,
    jobs,
    async (one) => ({ one, result: await runFile({ ...one.run, signal, onCase: () => count(one.name) }) }),
    ({ one, result }) => {
      if (result.kind === 'unproven') {
        unproven.push({ file: one.name, message: `${result.reason}.`, cure: result.cure });
        return;
      }
      const results = result.kind === 'ran' ? result.results : [];
      for (const { testCase, ms } of results) costs.set(testCase, ms);
      if (result.kind === 'refused' || !results.every((each) => passes(each) || each.notTested !== undefined))
        failed.push(one.name);
    },
  );
  if (failed.length > 0)
    return {
      message: `Cases of ${name} fail without any mutation: ${failed.join(', ')}.`,
      cure: `Run \`engine test ${name}\`, and correct them.`,
    };
  const [first] = unproven;
  if (first !== undefined && unproven.length === files.length)
    return { message: `No case of ${name} can run here: ${first.message}`, cure: first.cure };
  for (const one of unproven) note(`${one.file} is not run: ${one.message} ${one.cure}`);
  return { files, costs };
}

/** The conformance checks, after they ran over the unchanged profile. A refusal if they cannot run here. */
async function runChecksOnce(baseline: Baseline, sharedFixtures: Fixtures): Promise<ConformanceInput | Refusal> {
  const { fixtures, subject, endpoints, signal, reportFault, progress } = baseline;
  const run = { ...runOf(subject, baseline), fixtures, environment: fixtureValues(subject).environment };
  const reads = recordReads();
  const reading = new Set<string>();
  let exchanges: Exchange[] = [];
  const before = await runConformance({
    ...run,
    wanted: (check) => isAbout(check, endpoints),
    order: (checks) => {
      for (const check of checks) if (onlyReads(check)) reading.add(nameOf(check));
      return checks.toSorted((a, b) => Number(onlyReads(b)) - Number(onlyReads(a)));
    },
    observe: (exchange) => exchanges.push(exchange),
    isLast: () => signal?.aborted === true,
    report: ({ check }, { done, total }) => {
      if (reading.has(nameOf(check))) exchanges.forEach(reads.add);
      exchanges = [];
      progress({ what: 'checks', done, total, current: nameOf(check) });
    },
  });
  switch (before.kind) {
    case 'refused':
      reportFault(before);
      return {
        message: 'The conformance checks are not run, because the service does not start.',
        cure: 'Correct the findings.',
      };
    case 'unproven':
      return { message: `The conformance checks are not run: ${before.reason}.`, cure: before.cure };
    case 'ran':
      break;
  }
  const named = (kind: Outcome['kind']): ReadonlySet<string> =>
    new Set(before.results.filter(({ outcome }) => outcome.kind === kind).map(({ check }) => nameOf(check)));
  const baselineChecks = { failing: named('failed'), inapplicable: named('not applicable') };
  return { ...run, ...baselineChecks, reads: reads.reads(), sharedFixtures, detections: new Map() };
}
