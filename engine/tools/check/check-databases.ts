/** Checks a profile together with its databases: `engine check --connect`. */

import type { Contract } from '../../base/contract.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import { DescriptionFiles } from '../../description/files.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withoutFollowUps } from '../../profile/grammar/follow-up-findings.ts';
import { loadProfile } from '../../profile/load.ts';
import type { Bases } from '../../profile/overlay/bases.ts';
import type { Environment } from '../../profile/settings.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import type { GrammarUse, SqlSource } from '../../sources/sql/kind.ts';
import { findingsOf } from '../../start/check.ts';
import { hasRotatingTokens, openSources, toolServices } from '../../start/open-sources.ts';
import {
  type PreparationOptions,
  type PreparedErp,
  prepareSources,
  unpreparedErp,
} from '../../start/prepare-sources.ts';
import { createCompiler } from '../../start/profile-compiler.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import type { TestOverrides } from '../../start/test-overrides.ts';
import type { TokenAccess } from '../../start/token-names.ts';
import { compareServed } from '../description/compare-served.ts';
import type { ServedDescriptions } from '../description/fetch-served.ts';
import { adviseIndexes } from './index-advice.ts';
import { checkPageKeys } from './page-keys.ts';
import { checkHttpProbe, checkSqlProbe } from './probe.ts';
import { checkRights } from './rights.ts';
import { checkStepRights } from './step-rights.ts';
import { checkWrittenDigits } from './written-digits.ts';

export interface DatabaseCheck {
  /** The text of the profile. */
  readonly text: string;
  /** The name of the profile in the diagnostics. */
  readonly file: string;
  /** The profiles that it extends. */
  readonly bases?: Bases | undefined;
  /** Absolute: relative paths in the profile start here. */
  readonly folder: string;
  /** Undefined: sources with tokens that can be used once get no request. */
  readonly tokens?: TokenAccess | undefined;
  readonly contract: Contract;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Descriptions that an earlier check was served; undefined to ask the ERPs. */
  readonly served?: ServedDescriptions;
  /** For tests of this check: other databases. */
  readonly testOverrides?: TestOverrides;
}

/** Errors outside of endpoints with which the sources are still those that the profile means: duplicate and unknown keys, patterns, parts, ids, facts, SQL, expressions. */
const aboutNoConnection = /^(?:YAML103|MAP1(?:01|15)|MAP2(?:04|[1-9]\d)|SQL|EXP)/;

/** Errors about settings or sources: the databases cannot be opened, or would be other ones than the profile means. */
function preventsConnection({ severity, code, coordinate }: Diagnostic): boolean {
  return severity === 'error' && coordinate === undefined && !aboutNoConnection.test(code);
}

/** Whether the grammar has already refused the statement on the line where the database refuses it. */
function isRepeated({ code, place }: Diagnostic, before: readonly Diagnostic[]): boolean {
  return (
    code.startsWith('SQL4') &&
    before.some((one) => one.code.startsWith('SQL4') && one.severity === 'error' && one.place?.line === place?.line)
  );
}

function checkRightsOf(
  name: string,
  source: SqlSource,
  { compilation }: PreparedErp,
  input: ProfileInput,
  now: () => number,
): Promise<readonly Diagnostic[]> {
  const statements = compilation.statements.filter((one) => one.source === name && one.grammarOnly !== true);
  return checkRights({ source, statements, choice: compilation.choice, input, now });
}

/** Checks with the data and the rights of the login what a start takes for granted. */
async function checkData(
  name: string,
  source: SqlSource,
  erp: PreparedErp,
  input: ProfileInput,
  now: () => number,
): Promise<readonly Diagnostic[]> {
  const { compilation, descriptions } = erp;
  const rights = await checkRightsOf(name, source, erp, input, now);
  // Without a right to read, the data cannot be compared.
  if (rights.length > 0) return rights;
  const keys = await checkPageKeys({ name, source, compilation, descriptions, input, now });
  const { choice } = compilation;
  const statements = compilation.statements.filter((one) => one.source === name && one.grammarOnly !== true);
  const digits = await checkWrittenDigits({ name, source, compilation, input, now });
  const advice = await adviseIndexes({ name, source, statements, descriptions, choice, input, now });
  return [...keys, ...digits, ...advice];
}

/** An open decision (MAP284) does not prevent the checks with the databases. */
const preventsChecks = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity, code }) => severity === 'error' && code !== 'MAP284');

/**
 * Checks a profile with all settings and with its databases, which describe every statement as at the start of a
 * service. Changes nothing in them: the claims table is not created. With an error about settings or sources no
 * database is connected. What a database would say and cannot is said by its grammar, as without databases.
 */
export async function checkDatabases(check: DatabaseCheck): Promise<readonly Diagnostic[]> {
  const { contract, now } = check;
  const { loaded, diagnostics } = loadProfile(check.text, check.file, check.environment, 'start', {
    bases: check.bases,
  });
  if (loaded === undefined) return diagnostics;
  const unread: Diagnostic[] = [];
  const reporter = createReportingContext({ ...loaded, contract, thorough: true }, unread);
  const services = await readServices(loaded.profile, check.folder, new DescriptionFiles(), reporter);
  const whole: ProfileInput = { ...loaded, contract, thorough: true, services };
  const findings = async (depth: GrammarUse): Promise<readonly Diagnostic[]> =>
    withoutFollowUps([...diagnostics, ...unread], await findingsOf(createCompiler(whole), depth));
  const alone = await findings('start');
  if (alone.some(preventsConnection)) return findings('check');
  // Open decisions are already reported.
  const input = { ...whole, allowUndecided: true };
  const host = toolServices(input, check.tokens, now);
  const opened = await openSources(input, check.folder, undefined, check.testOverrides, host);
  const allFindings = [...alone, ...opened.diagnostics];
  let isAway = opened.diagnostics.length > 0;
  try {
    const compiler = createCompiler(input);
    const options: PreparationOptions = { compiler, now, tables: 'leave', givenFacts: new Map() };
    let erp = unpreparedErp(compiler);
    const answering = new Map<string, HttpSource>();
    // One after the other, so that each finding belongs to one source.
    for (const [name, source] of opened.sources) {
      if (host === undefined && hasRotatingTokens(input.profile.sources[name])) continue;
      const prepared = await prepareSources(new Map([[name, source]]), erp, options);
      erp = prepared.erp;
      isAway ||= prepared.unreachable.size > 0;
      allFindings.push(...prepared.diagnostics.filter((one) => !isRepeated(one, alone)));
      if (preventsChecks(prepared.diagnostics)) {
        // A statement that is refused must not hide the missing rights of others. The probe would only repeat the finding.
        const isOpen = prepared.diagnostics.every(({ code }) => code !== 'CFG511');
        if (source.kind === 'sql' && isOpen && erp.compilation.facts.length === 0)
          allFindings.push(...(await checkRightsOf(name, source, erp, input, now)));
        continue;
      }
      if (source.kind === 'sql' && prepared.unreachable.size === 0)
        allFindings.push(...(await checkData(name, source, erp, input, now)));
      const plan = erp.compilation.probes.get(name);
      const answers =
        source.kind === 'sql'
          ? checkSqlProbe({ name, plan, input, now }, source, prepared.unreachable.get(name))
          : checkHttpProbe({ name, plan, input, now }, source);
      const reported = await answers;
      allFindings.push(...reported);
      if (source.kind === 'http' && !preventsChecks(reported)) {
        answering.set(name, source);
        allFindings.push(...(await checkStepRights(name, source, erp.compilation.plan, input, now)));
      }
    }
    // With the facts of all sources.
    for (const [name, source] of answering) {
      const comparison = { name, source, input, folder: check.folder, factValues: erp.facts, now, kept: check.served };
      allFindings.push(...(await compareServed(comparison)).diagnostics);
    }
  } finally {
    await opened.close();
  }
  if (isAway) allFindings.push(...(await findings('check')));
  return allFindings;
}
