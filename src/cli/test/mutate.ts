/** `engine test --mutate`: changes a profile in one place at a time, and lists the changes that nothing detects. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { paintOf } from '../../../engine/tools/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { fault } from '../../service/config/fault.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { locateProfile } from '../../service/config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { givenSettings, readSubject, type Subject } from '../../workbench/checks/conformance/subject.ts';
import type { BaselineProgress } from '../../workbench/mutation/baseline.ts';
import { mutantEntry } from '../../workbench/mutation/mutant-entry.ts';
import { type MutationReport, mutationJson, mutationText, scoreOf } from '../../workbench/mutation/report.ts';
import { runMutation } from '../../workbench/mutation/run.ts';
import { survivorCases } from '../../workbench/mutation/survivor-cases.ts';
import type { Fixtures } from '../../workbench/testing/fixture/fixture.ts';
import type { ReportEntry, ReportedProfile } from '../../workbench/testing/report-entry.ts';
import { countedText, type ProgressLine, progressLines, whileWaiting, withProgress } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { settingsOf, unknownSettings } from './given-settings.ts';
import { writeReport } from './write-report.ts';

export interface MutateFlags {
  readonly filter?: string;
  /** Path of an endpoint. */
  readonly only?: string;
  /** Profiles that extend the mutated one: their cases are run, too. */
  readonly withOverlay: readonly string[];
  /** Number of mutants at most. */
  readonly sample?: number;
  /** Minutes after which no further mutant is tried. */
  readonly minutes?: number;
  /** File of the results, to continue from. */
  readonly resume?: string;
  /** File of the cases for survivors. */
  readonly writeCases?: string;
  /** Values of settings: `name=value`. */
  readonly set: readonly string[];
  readonly format: string;
  readonly jobs: number;
  readonly mutateThreshold?: number;
  /** File of the HTML report. */
  readonly report?: string;
}

const msPerMinute = 60_000;

/** Without a terminal, a line of progress follows so many mutants, or half a minute. */
const mutantsPerLine = 25;

/** What a run needs. */
interface Running {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly flags: MutateFlags;
  readonly line: ProgressLine;
  /** Ends the run with the results so far. */
  readonly signal: AbortSignal;
  /** Takes the results for a report. */
  readonly reported: ReportedProfile[];
}

/** Ends a run when the process is asked to stop, so that it reports what it has found so far. */
function stopSignal({ task, onStop }: Host): AbortSignal {
  if (task !== undefined) return task.signal;
  const stop = new AbortController();
  onStop(() => stop.abort());
  return stop.signal;
}

/** Mutates each profile, and writes the report. Ends with 1 if the score of a profile is below the threshold. */
export async function testMutants(
  host: Host,
  fixtures: Fixtures,
  given: readonly string[],
  flags: MutateFlags,
): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const reported: ReportedProfile[] = [];
  const signal = stopSignal(host);
  for (const profile of given) {
    if (signal.aborted) break;
    const report = await whileWaiting(host, `Reading ${profile}`, (line) =>
      mutateProfile({ host: withProgress(host, line), fixtures, flags, line, signal, reported }, profile),
    );
    if (report === undefined) {
      status = 1;
      continue;
    }
    host.out(flags.format === 'json' ? mutationJson(report) : mutationText(report, paintOf(host.color.out)));
    if (signal.aborted) {
      host.err('The run was stopped: these are its results so far.\n');
      status = 1;
    } else if (report.untried > 0) host.err(`${outOfTime(report, flags)}\n`);
    if (scoreOf(report) * 100 < (flags.mutateThreshold ?? 0)) status = 1;
  }
  writeReport(host, flags, 'mutants', reported);
  return status;
}

/** Writes cases for the survivors that the fixture can show. */
function writeCases({ cwd, now, err }: Host, given: string, subject: Subject, report: MutationReport): void {
  if (subject.declared.sources.some(({ kind }) => kind === 'http')) {
    err(
      `No cases are written: cases of ${report.name} need the requests to its ERP, which \`engine record\` records.\n`,
    );
    return;
  }
  const { text, count } = survivorCases(report, { settings: givenSettings(subject), now: now() });
  if (text === undefined) {
    err('No cases are written: no row of the fixture shows a survivor. The report says which rows would.\n');
    return;
  }
  try {
    writeFileSync(resolve(cwd, given), text, { flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the cases cannot be written to ${given}: ${reason}`);
  }
  err(`${count} cases are written to ${given}. Compare each answer with the ERP before you keep it.\n`);
}

/** What was not tried within `--minutes`, and how to try it. */
function outOfTime({ untried }: MutationReport, { minutes, resume }: MutateFlags): string {
  const cure = resume === undefined ? 'Give --resume a file to continue from' : 'Repeat the command to continue';
  return `${untried} changes were not tried in ${minutes} minutes; those that were tried are the riskiest. ${cure}.`;
}

/** Undefined if the profile cannot be mutated; the reason has been shown. */
async function mutateProfile(
  { host, fixtures, flags, line, signal, reported }: Running,
  given: string,
): Promise<MutationReport | undefined> {
  const { contract, cwd, now, packageRoot, version } = host;
  const { filter, only, sample, jobs, minutes, resume } = flags;
  const pathOf = (path: string): string => displayPath(cwd, path);
  const located = locateAll(host, [given, ...flags.withOverlay]);
  const [profile, ...overlays] = located.map((file) => ({ file, name: pathOf(file) }));
  if (profile === undefined) return undefined;
  const { file: profileFile, name: profileName } = profile;
  const set = settingsOf(flags.set);
  const subject = await readSubject({ contract, profileFile, profileName, locate: locateBase(host), set });
  if (subject === undefined) {
    const message = `${profileName} cannot be mutated, because it has syntax errors.`;
    showDiagnostics(host, [fault('CFG508', message, `Run \`engine check ${given}\`.`)], new Map());
    return undefined;
  }
  const unknown = unknownSettings(subject);
  if (unknown !== undefined) {
    showDiagnostics(host, [unknown], new Map());
    return undefined;
  }
  let [done, survived] = [0, 0];
  const lines = progressLines(host);
  const entries: ReportEntry[] = [];
  reported.push({ name: profileName, erp: subject.declared.title, groups: [{ name: profileName, entries }] });
  const result = await runMutation({
    ...{
      subject,
      fixtures,
      packageRoot,
      now,
      overlays,
      pathOf,
      jobs,
      signal,
      selection: { filter, only, sample },
      budget: minutes === undefined ? undefined : minutes * msPerMinute,
      // Builds of one version continue each other's results.
      resuming: resume === undefined ? undefined : { file: resolve(cwd, resume), version: version.replace(/\+.*/, '') },
    },
    progress: (progress) => {
      const text = progressText(profileName, progress);
      line.show(text, progress);
      lines.show(text);
    },
    reportFault: ({ diagnostics, sources }) => showDiagnostics(host, diagnostics, sources),
    note: (sentences) => host.err(`${sentences}\n`),
    report: (tested, { total, survival }) => {
      const { mutant, verdict } = tested;
      entries.push(mutantEntry(tested, subject, survival));
      done += 1;
      if (verdict.kind === 'survived') survived += 1;
      const text = `${done} of ${total} mutants, ${survived} survived`;
      line.show(`${text}: ${mutant.id}`, { done, total });
      lines.show(text, done % mutantsPerLine === 0);
    },
  });
  switch (result.kind) {
    case 'ran':
      if (flags.writeCases !== undefined) writeCases(host, flags.writeCases, subject, result.report);
      return result.report;
    case 'refused':
      showDiagnostics(host, result.diagnostics, result.sources);
      return undefined;
    case 'none': {
      const wanted = [
        ...(only === undefined ? [] : [`of ${only}`]),
        ...(filter === undefined || filter === '' ? [] : [`with "${filter}" in its id`]),
      ];
      throw new UsageError(`no mutant ${wanted.join(' ')} is possible`);
    }
  }
}

/** The files of profiles; none if one does not exist, which has been shown. */
function locateAll(host: Host, given: readonly string[]): readonly string[] {
  const files: string[] = [];
  for (const profile of given) {
    const located = locateProfile(profile, host.cwd, host.packageRoot, undefined);
    if (!located.ok) {
      showDiagnostics(host, [located.diagnostic], new Map());
      return [];
    }
    files.push(located.file);
  }
  return files;
}

function progressText(profileName: string, { what, current, ...counted }: BaselineProgress): string {
  const work = what === 'cases' ? 'Running the cases of the unchanged' : 'Running the checks over the unchanged';
  return countedText(`${work} ${profileName}`, counted, current);
}
