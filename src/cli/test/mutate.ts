/** `engine test --mutate`: changes a profile in one place at a time, and lists the changes that nothing detects. */
import { dirname, join } from 'node:path';
import { paintOf } from '../../../engine/diagnostics/paint.ts';
import { type Bases, checkProfile, type DatabaseKind, readBases } from '../../../engine/index.ts';
import { type Declared, declaredBy, type LoadedCase } from '../../../engine/tools/index.ts';
import { runConformance } from '../../checks/conformance/run.ts';
import { nameOf } from '../../checks/core/check.ts';
import type { Outcome } from '../../checks/core/outcome.ts';
import { spread } from '../../checks/core/sample.ts';
import { displayPath } from '../../config/display-path.ts';
import { readText } from '../../config/environment.ts';
import { fault } from '../../config/fault.ts';
import { locateBase } from '../../config/locate-base.ts';
import { locateProfile } from '../../config/locate-profile.ts';
import { type ConformanceInput, isAbout } from '../../mutation/by-conformance.ts';
import { findingKey, type KillInput, kill } from '../../mutation/kill.ts';
import { type Mutant, mutantsOf } from '../../mutation/mutants.ts';
import { type MutationReport, mutationJson, mutationText, scoreOf } from '../../mutation/report.ts';
import { shareFixtures } from '../../mutation/shared-fixtures.ts';
import { readSurvivors } from '../../mutation/survivors.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { type CaseFile, readCases } from '../../testing/case-files.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { inOrder } from '../../testing/ordered-results.ts';
import { passes, runFile } from '../../testing/run-file.ts';
import { countedText, type ProgressLine, whileWaiting, withProgress } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { banksOfCases, settingsOfCases } from './conformance.ts';
import { countCases } from './count-cases.ts';

export interface MutateFlags {
  readonly filter?: string;
  /** Path of an endpoint. */
  readonly only?: string;
  /** Profiles that extend the mutated one: their cases are run, too. */
  readonly withOverlay: readonly string[];
  /** Number of mutants at most. */
  readonly sample?: number;
  readonly format: string;
  readonly jobs: number;
  readonly mutateThreshold?: number;
}

/** What a run needs. */
interface Running {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly flags: MutateFlags;
  readonly line: ProgressLine;
}

/** A profile that is to be mutated. */
interface Subject {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly bases: Bases;
  readonly folders: readonly string[];
  readonly declared: Declared;
}

/** Mutates each profile, and writes the report. Ends with 1 if the score of a profile is below the threshold. */
export async function testMutants(
  host: Host,
  fixtures: Fixtures,
  given: readonly string[],
  flags: MutateFlags,
): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  for (const profile of given) {
    const report = await whileWaiting(host, `Reading ${profile}`, (line) =>
      mutateProfile({ host: withProgress(host, line), fixtures, flags, line }, profile),
    );
    if (report === undefined) {
      status = 1;
      continue;
    }
    host.out(flags.format === 'json' ? mutationJson(report) : mutationText(report, paintOf(host.color.out)));
    if (scoreOf(report) * 100 < (flags.mutateThreshold ?? 0)) status = 1;
  }
  return status;
}

/** Undefined if the profile cannot be mutated; the reason has been shown. */
async function mutateProfile(
  { host, fixtures, flags, line }: Running,
  given: string,
): Promise<MutationReport | undefined> {
  const subject = await readSubject(host, given);
  if (subject === undefined) return undefined;
  const { name, file } = subject;
  const reasons = readSurvivors(readText(join(dirname(file), 'survivors.yaml')));
  if (!reasons.ok) {
    showDiagnostics(
      host,
      [fault('CFG508', `survivors.yaml of ${name} is invalid: ${reasons.reason}.`, 'Correct it.')],
      new Map(),
    );
    return undefined;
  }
  const mutants = mutantsFor(host, subject, flags);
  const shared = shareFixtures(fixtures);
  try {
    const endpoints = new Set(mutants.flatMap((mutant) => mutant.endpoints));
    const overlays = flags.withOverlay;
    const baseline = { host, line, fixtures, subject, overlays, endpoints, jobs: flags.jobs };
    const input = await killInput(baseline, shared);
    if (isRefusal(input)) {
      showDiagnostics(host, [fault('CFG508', input.message, input.cure)], new Map());
      return undefined;
    }
    const results: MutationReport['results'][number][] = [];
    let survived = 0;
    await inOrder(
      mutants,
      flags.jobs,
      async (mutant: Mutant) => ({ mutant, verdict: await kill(input, mutant) }),
      (result) => {
        results.push(result);
        if (result.verdict.kind === 'survived') survived += 1;
        line.show(`${results.length} of ${mutants.length} mutants, ${survived} survived: ${result.mutant.id}`);
      },
    );
    const isWhole = [flags.filter, flags.only, flags.sample].every((flag) => flag === undefined);
    return { name, results, reasons: reasons.reasons, isWhole };
  } finally {
    await shared.close();
  }
}

/** The mutants that the flags select, in the order of the text. */
function mutantsFor(
  { contract }: Host,
  { declared, text, bases }: Subject,
  { filter = '', only, sample = Number.POSITIVE_INFINITY }: MutateFlags,
): readonly Mutant[] {
  const kinds = declared.sources.flatMap((source): readonly DatabaseKind[] =>
    source.kind === 'sql' ? [source.databaseKind] : [],
  );
  const mutants = mutantsOf({ text, kinds, bases: [...bases.texts.values()], contract }).filter(
    ({ id, endpoints }) =>
      id.toLowerCase().includes(filter.toLowerCase()) && (only === undefined || endpoints.includes(only)),
  );
  if (mutants.length > 0 || (filter === '' && only === undefined)) return spread(mutants, sample);
  const wanted = [
    ...(only === undefined ? [] : [`of ${only}`]),
    ...(filter === '' ? [] : [`with "${filter}" in its id`]),
  ];
  throw new UsageError(`no mutant ${wanted.join(' ')} is possible`);
}

async function readSubject(host: Host, given: string): Promise<Subject | undefined> {
  const { cwd, packageRoot } = host;
  const located = locateProfile(given, cwd, packageRoot, undefined);
  if (!located.ok) {
    showDiagnostics(host, [located.diagnostic], new Map());
    return undefined;
  }
  const { file } = located;
  const name = displayPath(cwd, file);
  const text = readText(file) ?? '';
  const bases = await readBases(text, file, name, locateBase(host));
  const declared = declaredBy(text, bases);
  if (declared === undefined) {
    const message = `${name} cannot be mutated, because it has syntax errors.`;
    showDiagnostics(host, [fault('CFG508', message, `Run \`engine check ${given}\`.`)], new Map());
    return undefined;
  }
  return { file, name, text, bases, declared, folders: [dirname(file), ...bases.folders] };
}

interface BaselineInput {
  readonly host: Host;
  readonly line: ProgressLine;
  readonly fixtures: Fixtures;
  readonly subject: Subject;
  /** Profiles that extend it, as given. */
  readonly overlays: readonly string[];
  /** Paths of the endpoints that the mutants affect. */
  readonly endpoints: ReadonlySet<string>;
  readonly jobs: number;
}

/** Why nothing can be detected: two sentences. */
interface Refusal {
  readonly message: string;
  readonly cure: string;
}

const isRefusal = (given: object): given is Refusal => 'cure' in given;

/** What is needed to detect mutants, after the unchanged profile has passed its cases. */
async function killInput(baseline: BaselineInput, sharedFixtures: Fixtures): Promise<KillInput | Refusal> {
  const { host, subject } = baseline;
  const { contract } = host;
  const cases = await runCases(baseline);
  if (isRefusal(cases)) return cases;
  const { name: profileName, text, bases } = subject;
  const known = new Set((await checkProfile(text, profileName, contract, {}, { bases })).map(findingKey));
  const conformance = await runChecksOnce(baseline);
  return { contract, profileFile: subject.file, profileName, bases, known, ...cases, sharedFixtures, conformance };
}

/** All case files of the profile, and of those that extend it. A refusal if one is faulty or cannot be found. */
async function readAllCases({
  host,
  fixtures,
  subject,
  overlays,
}: BaselineInput): Promise<readonly CaseFile[] | Refusal> {
  const { contract, cwd, now, packageRoot } = host;
  const nameOf = (path: string): string => displayPath(cwd, path);
  const files: CaseFile[] = [];
  const profileFiles = [subject.file];
  for (const given of overlays) {
    const located = locateProfile(given, cwd, packageRoot, undefined);
    if (!located.ok) return { message: located.diagnostic.message, cure: located.diagnostic.hint ?? '' };
    profileFiles.push(located.file);
  }
  for (const profileFile of profileFiles) {
    const profileName = nameOf(profileFile);
    const read = await readCases({
      ...{ contract, fixtures, profileFile, profileName, locate: locateBase(host), now },
      ...{ nameOf, filter: undefined, only: undefined, coverage: undefined },
    });
    for (const { diagnostics, sources } of read.faults) showDiagnostics(host, diagnostics, sources);
    if (read.faults.length > 0)
      return {
        message: `Case files of ${profileName} have errors.`,
        cure: `Run \`engine test ${profileName}\`, and correct them.`,
      };
    files.push(...read.files);
  }
  return files;
}

/** The case files, and what each case costs. A refusal if cases fail, or if none can run here. */
async function runCases(baseline: BaselineInput): Promise<Pick<KillInput, 'files' | 'costs'> | Refusal> {
  const { host, line, subject, endpoints, jobs } = baseline;
  const { name } = subject;
  const all = await readAllCases(baseline);
  if (isRefusal(all)) return all;
  const files = all.filter(({ run }) => run.loaded.cases.some(({ call }) => endpoints.has(call)));
  const count = countCases(files, `Running the cases of the unchanged ${name}`, line);
  const costs = new Map<LoadedCase, number>();
  const failed: string[] = [];
  const unproven: (Refusal & { readonly file: string })[] = [];
  await inOrder(
    files,
    jobs,
    async (one) => ({ one, result: await runFile({ ...one.run, onCase: () => count(one.name) }) }),
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
  for (const one of unproven) host.err(`${one.file} is not run: ${one.message} ${one.cure}\n`);
  return { files, costs };
}

/** The conformance checks, after they ran over the unchanged profile. Undefined if they cannot run here. */
async function runChecksOnce({
  host,
  line,
  fixtures,
  subject,
  endpoints,
}: BaselineInput): Promise<ConformanceInput | undefined> {
  const { contract, now, packageRoot } = host;
  const { declared, folders, file: profileFile, name: profileName } = subject;
  const { environment } = declared.values(settingsOfCases(host, folders, declared));
  const banks = banksOfCases(host, folders, declared);
  const profile = { profileFile, profileName, declared, folders, environment, banks, locate: locateBase(host) };
  const run = { contract, fixtures, packageRoot, now, ...profile };
  const before = await runConformance({
    ...run,
    wanted: (check) => isAbout(check, endpoints),
    report: ({ check }, { done, total }) =>
      line.show(countedText(`Running the checks over the unchanged ${profileName}`, done, total, nameOf(check))),
  });
  if (before.kind !== 'ran') {
    if (before.kind === 'refused') showDiagnostics(host, before.diagnostics, before.sources);
    else host.err(`The conformance checks are not run: ${before.reason}. ${before.cure}\n`);
    return undefined;
  }
  const named = (kind: Outcome['kind']): ReadonlySet<string> =>
    new Set(before.results.filter(({ outcome }) => outcome.kind === kind).map(({ check }) => nameOf(check)));
  return { ...run, failing: named('failed'), inapplicable: named('not applicable') };
}
