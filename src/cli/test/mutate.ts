/** `engine test --mutate`: changes a profile in one place at a time, and lists the changes that nothing detects. */
import { dirname, join } from 'node:path';
import { type Bases, checkProfile, type DatabaseKind, readBases } from '../../../engine/index.ts';
import { type Declared, declaredBy } from '../../../engine/tools/index.ts';
import { runConformance } from '../../checks/conformance/run.ts';
import { nameOf } from '../../checks/core/check.ts';
import { displayPath } from '../../config/display-path.ts';
import { readText } from '../../config/environment.ts';
import { fault } from '../../config/fault.ts';
import { locateBase } from '../../config/locate-base.ts';
import { locateProfile } from '../../config/locate-profile.ts';
import { findingKey, type KillInput, kill } from '../../mutation/kill.ts';
import { type Mutant, mutantsOf } from '../../mutation/mutants.ts';
import { type MutationReport, mutationJson, mutationText, scoreOf } from '../../mutation/report.ts';
import { shareFixtures } from '../../mutation/shared-fixtures.ts';
import { readSurvivors } from '../../mutation/survivors.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { readCases } from '../../testing/case-files.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { inOrder } from '../../testing/ordered-results.ts';
import { passes, runFile } from '../../testing/run-file.ts';
import { banksOfCases, settingsOfCases } from './conformance.ts';

export interface MutateFlags {
  readonly filter?: string;
  readonly format: string;
  readonly jobs: number;
  readonly mutateThreshold?: number;
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
    const report = await mutateProfile(host, fixtures, profile, flags);
    if (report === undefined) {
      status = 1;
      continue;
    }
    host.out(flags.format === 'json' ? mutationJson(report) : mutationText(report));
    if (scoreOf(report) * 100 < (flags.mutateThreshold ?? 0)) status = 1;
  }
  return status;
}

/** Undefined if the profile cannot be mutated; the reason has been shown. */
async function mutateProfile(
  host: Host,
  fixtures: Fixtures,
  given: string,
  flags: MutateFlags,
): Promise<MutationReport | undefined> {
  const subject = await readSubject(host, given);
  if (subject === undefined) return undefined;
  const { declared, name, text, file } = subject;
  const reasons = readSurvivors(readText(join(dirname(file), 'survivors.yaml')));
  if (!reasons.ok) {
    showDiagnostics(
      host,
      [fault('CFG508', `survivors.yaml of ${name} is invalid: ${reasons.reason}.`, 'Correct it.')],
      new Map(),
    );
    return undefined;
  }
  const shared = shareFixtures(fixtures);
  try {
    const input = await killInput(host, fixtures, shared, subject, flags);
    if (input === undefined) return undefined;
    const kinds = declared.sources.flatMap((source): readonly DatabaseKind[] =>
      source.kind === 'sql' ? [source.databaseKind] : [],
    );
    const mutants = mutantsOf(text, kinds).filter(({ id }) =>
      id.toLowerCase().includes((flags.filter ?? '').toLowerCase()),
    );
    const results: MutationReport['results'][number][] = [];
    await inOrder(
      mutants,
      flags.jobs,
      async (mutant: Mutant) => ({ mutant, verdict: await kill(input, mutant) }),
      (result) => {
        results.push(result);
        if (results.length % 20 === 0 || results.length === mutants.length)
          host.err(`${results.length} of ${mutants.length} mutants of ${name}\n`);
      },
    );
    return { name, results, reasons: reasons.reasons, isWhole: flags.filter === undefined };
  } finally {
    await shared.close();
  }
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

/** What is needed to detect mutants, after the unchanged profile has passed everything. Undefined if it fails, which has been shown. */
async function killInput(
  host: Host,
  fixtures: Fixtures,
  shared: Fixtures,
  { file, name, text, bases, folders, declared }: Subject,
  { jobs }: MutateFlags,
): Promise<KillInput | undefined> {
  const { contract, cwd, now, packageRoot } = host;
  const locate = locateBase(host);
  const read = await readCases({
    ...{ contract, fixtures, profileFile: file, profileName: name, locate, now },
    ...{ nameOf: (path: string) => displayPath(cwd, path), filter: undefined, only: undefined, coverage: undefined },
  });
  for (const { diagnostics, sources } of read.faults) showDiagnostics(host, diagnostics, sources);
  if (read.faults.length > 0) return undefined;
  const failed: string[] = [];
  await inOrder(
    read.files,
    jobs,
    async (one) => ({ one, result: await runFile(one.run) }),
    ({ one, result }) => {
      if (
        result.kind === 'refused' ||
        (result.kind === 'ran' && !result.results.every((each) => passes(each) || each.notTested !== undefined))
      )
        failed.push(one.name);
    },
  );
  if (failed.length > 0) {
    const message = `Cases of ${name} fail without any mutation: ${failed.join(', ')}.`;
    showDiagnostics(host, [fault('CFG508', message, `Run \`engine test ${name}\`, and correct them.`)], new Map());
    return undefined;
  }
  const known = new Set((await checkProfile(text, name, contract, {}, bases)).map(findingKey));
  const { environment } = declared.values(settingsOfCases(host, folders, declared));
  const run = {
    contract,
    fixtures,
    declared,
    profileFile: file,
    profileName: name,
    locate,
    folders,
    environment,
    banks: banksOfCases(host, folders, declared),
    packageRoot,
    now,
  };
  const before = await runConformance({ ...run, wanted: () => true, report: () => undefined });
  const failing =
    before.kind === 'ran'
      ? new Set(before.results.filter(({ outcome }) => outcome.kind === 'failed').map(({ check }) => nameOf(check)))
      : undefined;
  const conformance = failing && { ...run, failing };
  return { contract, profileName: name, bases, known, files: read.files, sharedFixtures: shared, conformance };
}
