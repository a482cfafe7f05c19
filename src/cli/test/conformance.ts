/** `engine test --conformance`: runs the checks that follow from the contract, without cases. */

import type { Diagnostic } from '../../../engine/index.ts';
import { paintOf } from '../../../engine/tools/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { fault } from '../../service/config/fault.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { locateProfile } from '../../service/config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { loadProfile } from '../../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { checkGroups } from '../../workbench/checks/conformance/check-entry.ts';
import { runLive } from '../../workbench/checks/conformance/live.ts';
import { missingData, tablesByLineage } from '../../workbench/checks/conformance/missing-data.ts';
import {
  checkText,
  conformanceJson,
  conformanceJunit,
  countsOf,
  missingLines,
  type ProfileReport,
  summary,
} from '../../workbench/checks/conformance/report.ts';
import { type ProfileCheckResult, runConformance } from '../../workbench/checks/conformance/run.ts';
import {
  fixtureValues,
  readSubject,
  runOf,
  type Subject,
  strayDeviations,
} from '../../workbench/checks/conformance/subject.ts';
import { type Check, nameOf, themeOf } from '../../workbench/checks/core/check.ts';
import type { Progress } from '../../workbench/checks/core/run-checks.ts';
import { writtenLines } from '../../workbench/checks/core/written.ts';
import { usualDemoSku } from '../../workbench/checks/sandbox/service-keys.ts';
import { findingEntries, unprovenEntry } from '../../workbench/testing/case-entry.ts';
import type { Fixtures } from '../../workbench/testing/fixture/fixture.ts';
import { nothingRun } from '../../workbench/testing/nothing-run.ts';
import type { ReportedProfile, ReportGroup } from '../../workbench/testing/report-entry.ts';
import { targetOf } from '../sandbox/target.ts';
import { countedText, type ProgressLine } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { settingsOf, unknownSettings } from './given-settings.ts';
import { refuseExisting, writeMadeData } from './made-data.ts';
import { writeReport } from './write-report.ts';

export interface ConformanceFlags {
  readonly filter?: string;
  readonly format: string;
  readonly strict?: true;
  /** Values of settings: `name=value`. */
  readonly set: readonly string[];
  /** Codes of bank accounts for payments, tried before those of the cases. */
  readonly bank: readonly string[];
  /** Over the ERP of the profile's own settings. */
  readonly live?: true;
  readonly config?: string;
  /** Name of an entry of `services`, whose settings are used. */
  readonly service?: string;
  /** Base URL of a running service. */
  readonly url?: string;
  /** SKU of the connection test's sample draft, for `url`. */
  readonly demoSku?: string;
  readonly writes?: true;
  /** File of rows for checks that lack them. */
  readonly makeData?: string;
  /** File of the HTML report. */
  readonly report?: string;
}

/** Results of a run so far. */
interface ConformanceTotals {
  readonly profiles: ProfileReport[];
  /** The same results for a report, with what prevented a run. */
  readonly reported: ReportedProfile[];
  unproven: number;
  faulty: boolean;
}

/** The line before the counts. */
const untested = 'A check that is not tested proves nothing. With --strict it counts as failed.\n';

/** What a run needs. */
interface Running {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly flags: ConformanceFlags;
  readonly line: ProgressLine;
}

/** Runs the suite over each profile, and writes the report. */
export async function testConformance(running: Running, given: readonly string[]): Promise<ExitStatus> {
  const { host, flags } = running;
  if (flags.makeData !== undefined) {
    if (given.length > 1) throw new UsageError('--make-data takes one profile');
    refuseExisting(host, flags.makeData);
  }
  const totals: ConformanceTotals = { profiles: [], reported: [], unproven: 0, faulty: false };
  for (const name of given) await testProfile(running, name, totals);
  const counts = countsOf(totals.profiles.flatMap(({ results }) => results));
  const strict = flags.strict === true;
  const isEmpty = totals.profiles.every(({ results }) => results.length === 0);
  if (flags.filter !== undefined && isEmpty && totals.unproven === 0 && !totals.faulty)
    throw new UsageError(`no check has "${flags.filter}" in its theme, endpoint or title`);
  if (flags.format === 'junit') host.out(conformanceJunit(totals.profiles, strict));
  else if (flags.format === 'json') host.out(conformanceJson(totals.profiles));
  else if (totals.profiles.length > 0) {
    const missing = totals.profiles.flatMap((one) => missingLines(one.missing));
    host.out(missing.map((text) => `${text}\n`).join(''));
    host.out(`${counts.notTested > 0 ? untested : ''}${summary(counts, paintOf(host.color.out))}\n`);
  }
  writeReport(host, flags, 'checks', totals.reported);
  const hasRun = counts.passed + counts.failed > 0;
  if (!hasRun && !totals.faulty) host.err(nothingRun('check'));
  const isIncomplete = totals.unproven > 0 || (strict && counts.notTested > 0);
  return totals.faulty || counts.failed > 0 || isIncomplete || !hasRun ? 1 : 0;
}

async function testProfile(
  { host, fixtures, flags, line }: Running,
  given: string,
  totals: ConformanceTotals,
): Promise<void> {
  const { contract, cwd, packageRoot } = host;
  const groups: ReportGroup[] = [];
  const refuse = (diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()): void => {
    totals.faulty = true;
    groups.push({ name: 'Findings', entries: findingEntries(diagnostics, sources) });
    showDiagnostics(host, diagnostics, sources);
  };
  const report = (name: string, erp: string): void => void totals.reported.push({ name, erp, groups });
  const located = locateProfile(given, cwd, packageRoot, undefined);
  if (!located.ok) {
    report(given, '');
    return refuse([located.diagnostic]);
  }
  const profileFile = located.file;
  const profileName = displayPath(cwd, profileFile);
  const subject = await readSubject({
    contract,
    profileFile,
    profileName,
    locate: locateBase(host),
    set: settingsOf(flags.set),
  });
  report(profileName, subject?.declared.title ?? '');
  if (subject === undefined) {
    const message = `The checks cannot run over ${profileName}, because it has syntax errors.`;
    return refuse([fault('CFG508', message, `Run \`engine check ${given}\`.`)]);
  }
  const stray = strayDeviations(subject);
  if (stray !== undefined) return refuse([stray]);
  const chosen = flags.live === true ? realSettings(host, given, flags) : fixtureSettings(subject);
  if (!chosen.ok) return refuse(chosen.diagnostics, chosen.sources);
  const text = flags.filter?.toLowerCase();
  const wanted = (check: Check): boolean =>
    text === undefined || `${themeOf(check)}: ${nameOf(check)}`.toLowerCase().includes(text);
  const isText = flags.format === 'text';
  const paint = paintOf(host.color.out);
  let isNamed = false;
  const runOptions = {
    ...{ ...runOf(subject, host, flags.bank), wanted },
    environment: chosen.environment,
    isLast: () => host.task?.signal.aborted === true,
    report: (one: ProfileCheckResult, counted: Progress) => {
      line.show(countedText('Running checks', counted, nameOf(one.check)), counted);
      if (!isText) return;
      if (!isNamed) host.out(`${profileName}\n`);
      isNamed = true;
      host.out(checkText(one, paint));
    },
  };
  const running =
    flags.url === undefined
      ? undefined
      : { ...targetOf(host, flags.url, { rotationWait: 0 }), demoSku: flags.demoSku ?? usualDemoSku };
  const writes = flags.writes === true;
  const tablesOf = tablesByLineage({ ...subject, environment: chosen.environment, now: host.now });
  const result =
    flags.live === true
      ? await runLive({ ...runOptions, running, writes })
      : await runConformance({ ...runOptions, fixtures });
  switch (result.kind) {
    case 'refused':
      return refuse(result.diagnostics, result.sources);
    case 'unproven':
      totals.unproven += 1;
      groups.push({ name: profileName, entries: [unprovenEntry(profileName, result.reason, result.cure)] });
      host.err(`The checks are not run over ${profileName}: ${result.reason}. ${result.cure}\n`);
      break;
    case 'ran':
      totals.profiles.push({
        ...{ name: profileName, results: result.results },
        missing: await missingData(result.results, tablesOf),
      });
      groups.push(...checkGroups(result.results, subject));
      if (flags.makeData !== undefined)
        await writeMadeData(host, flags.makeData, { ...runOptions, fixtures, tablesOf }, result.results);
      if (flags.live === true) host.err(`${writtenLines({ writes, written: result.written }).join('\n')}\n`);
  }
}

type ChosenSettings =
  | { readonly ok: true; readonly environment: Readonly<Record<string, string | undefined>> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** The settings of the service, as for `engine serve`. */
function realSettings(host: Host, profile: string, { config, service }: ConformanceFlags): ChosenSettings {
  const loaded = loadProfile(host, { profile, config, service });
  return loaded.ok ? { ok: true, environment: loaded.profile.environment } : loaded;
}

/** The settings of the cases, and those of `--set`, for the fixture. */
function fixtureSettings(subject: Subject): ChosenSettings {
  const unknown = unknownSettings(subject);
  if (unknown === undefined) return { ok: true, environment: fixtureValues(subject).environment };
  return { ok: false, diagnostics: [unknown], sources: new Map() };
}
