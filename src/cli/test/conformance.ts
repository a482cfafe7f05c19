/** `engine test --conformance`: runs the checks that follow from the contract, without cases. */
import { dirname } from 'node:path';

import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { readBases } from '../../../engine/index.ts';
import { type Declared, declaredBy, loadCases } from '../../../engine/tools/index.ts';
import {
  checkText,
  conformanceJson,
  conformanceJunit,
  countsOf,
  type ProfileReport,
  summary,
} from '../../checks/conformance/report.ts';
import { runConformance } from '../../checks/conformance/run.ts';
import { type Check, nameOf, themeOf } from '../../checks/core/check.ts';
import { displayPath } from '../../config/display-path.ts';
import { readText } from '../../config/environment.ts';
import { fault } from '../../config/fault.ts';
import { locateBase } from '../../config/locate-base.ts';
import { locateProfile } from '../../config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { caseFiles } from '../../testing/case-layers.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { UsageError } from '../shared/usage.ts';

export interface ConformanceFlags {
  readonly filter?: string;
  readonly format: string;
  readonly strict?: true;
  /** Values of settings: `name=value`. */
  readonly set: readonly string[];
}

/** Results of a run so far. */
interface ConformanceTotals {
  readonly profiles: ProfileReport[];
  unproven: number;
  faulty: boolean;
}

/** Runs the suite over each profile, and writes the report. */
export async function testConformance(
  host: Host,
  fixtures: Fixtures,
  given: readonly string[],
  flags: ConformanceFlags,
): Promise<ExitStatus> {
  const totals: ConformanceTotals = { profiles: [], unproven: 0, faulty: false };
  for (const name of given) await testProfile(host, fixtures, name, flags, totals);
  const counts = countsOf(totals.profiles.flatMap(({ results }) => results));
  const strict = flags.strict === true;
  const ran = totals.profiles.some(({ results }) => results.length > 0);
  if (flags.filter !== undefined && !ran && totals.unproven === 0 && !totals.faulty)
    throw new UsageError(`no check has "${flags.filter}" in its theme, endpoint or title`);
  if (flags.format === 'junit') host.out(conformanceJunit(totals.profiles, strict));
  else if (flags.format === 'json') host.out(conformanceJson(totals.profiles));
  else if (totals.profiles.length > 0) host.out(`${summary(counts)}\n`);
  const isIncomplete = strict && (totals.unproven > 0 || counts.notTested > 0);
  return totals.faulty || counts.failed > 0 || isIncomplete ? 1 : 0;
}

async function testProfile(
  host: Host,
  fixtures: Fixtures,
  given: string,
  flags: ConformanceFlags,
  totals: ConformanceTotals,
): Promise<void> {
  const { contract, cwd, now, packageRoot } = host;
  const refuse = (diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()): void => {
    totals.faulty = true;
    showDiagnostics(host, diagnostics, sources);
  };
  const located = locateProfile(given, cwd, packageRoot, undefined);
  if (!located.ok) return refuse([located.diagnostic]);
  const profileFile = located.file;
  const profileName = displayPath(cwd, profileFile);
  const profileText = readText(profileFile) ?? '';
  const locate = locateBase(host);
  const bases = await readBases(profileText, profileFile, profileName, locate);
  const folders = [dirname(profileFile), ...bases.folders];
  const declared = declaredBy(profileText, bases);
  if (declared === undefined) {
    const message = `The checks cannot run over ${profileName}, because it has syntax errors.`;
    return refuse([fault('CFG508', message, `Run \`engine check ${given}\`.`)]);
  }
  const settings = { ...settingsOfCases(host, folders, declared), ...settingsOf(flags.set) };
  const { environment, unknown } = declared.values(settings);
  if (unknown.length > 0) {
    const message = `${profileName} has no settings ${unknown.join(', ')}.`;
    return refuse([fault('CFG501', message, 'Correct the names in --set, or under `settings` of the cases.')]);
  }
  const text = flags.filter?.toLowerCase();
  const wanted = (check: Check): boolean =>
    text === undefined || `${themeOf(check)}: ${nameOf(check)}`.toLowerCase().includes(text);
  const isText = flags.format === 'text';
  let isNamed = false;
  const result = await runConformance({
    contract,
    fixtures,
    declared,
    profileFile,
    profileName,
    locate,
    folders,
    environment,
    packageRoot,
    wanted,
    report: (one) => {
      if (!isText) return;
      if (!isNamed) host.out(`${profileName}\n`);
      isNamed = true;
      host.out(checkText(one));
    },
    now,
  });
  switch (result.kind) {
    case 'refused':
      return refuse(result.diagnostics, result.sources);
    case 'unproven':
      totals.unproven += 1;
      host.err(`The checks are not run over ${profileName}: ${result.reason}. ${result.cure}\n`);
      break;
    case 'ran':
      totals.profiles.push({ name: profileName, results: result.results });
  }
}

function settingsOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Values of settings from the files of cases, which are written for the same fixture. The first file takes precedence. */
export function settingsOfCases(
  { contract }: Host,
  folders: readonly string[],
  { sources }: Declared,
): Readonly<Record<string, string>> {
  const all = caseFiles(folders).map(
    (file) => loadCases(readText(file) ?? '', file, contract, sources).loaded?.settings,
  );
  return Object.assign({}, ...all.reverse());
}
