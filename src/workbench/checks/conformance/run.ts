/** Runs all contract checks over one profile: the real service, over the profile's fixture or the double of its ERP. */

import type { Declared, RanStatement } from '../../../../engine/tools/index.ts';
import type { FixtureRun } from '../../testing/case-run.ts';
import type { Fixture, NotRun } from '../../testing/fixture/fixture.ts';
import type { Check } from '../core/check.ts';
import { openContext } from '../core/context.ts';
import type { WrittenDocument } from '../core/exchanges.ts';
import type { FixtureAccess } from '../core/fixture-access.ts';
import { type CheckResult, type Report, runChecks } from '../core/run-checks.ts';
import type { CheckSettings } from '../core/settings.ts';
import { checksFor, knownEndpoints } from '../list.ts';
import { originalRows } from '../metamorphic/original-rows.ts';
import { type Caller, createCaller, type Exchange } from '../validation/caller.ts';
import { ruleViolation } from '../validation/rules.ts';
import { type ErpDouble, loadDouble } from './erp-double.ts';
import { openFixtureAccess } from './fixture-access.ts';
import { openServiceUnderTest, type ServiceUnderTest } from './service-under-test.ts';

/** A result with what the service did meanwhile; both lists are empty unless the check failed. */
export interface ProfileCheckResult extends CheckResult {
  /** The last SQL statements. */
  readonly statements: readonly RanStatement[];
  /** Warnings and errors of the log, each once. */
  readonly logged: readonly string[];
}

interface Ran {
  readonly kind: 'ran';
  readonly results: readonly ProfileCheckResult[];
  /** Documents that the run has created. */
  readonly written: readonly WrittenDocument[];
}

export type ConformanceResult = Ran | NotRun;

export interface ConformanceRun extends FixtureRun {
  readonly declared: Declared;
  /** Codes of bank accounts that the fixture has. */
  readonly banks: readonly string[];
  readonly packageRoot: string;
  /** Selects the checks that run. */
  readonly wanted: (check: Check) => boolean;
  /** Another order of the wanted checks. Those that read must stay before those that write. */
  readonly order?: (checks: readonly Check[]) => readonly Check[];
  /** Takes each exchange with the service. */
  readonly observe?: (exchange: Exchange) => void;
  /** Ends the run after a result for which it is true. Without it all checks run. */
  readonly isLast?: (result: ProfileCheckResult) => boolean;
  readonly report: Report<ProfileCheckResult>;
}

/** No ERP has an article of this name. */
export const demoSku = 'CONNECTION-TEST-SKU';
const shownStatements = 3;

/** Creates the fixture, starts the double and the service, runs the checks, and removes everything. */
export const runConformance = (run: ConformanceRun): Promise<ConformanceResult> =>
  overFixture(run, (opened) => runWanted({ ...run, ...opened }));

/** The service over the fixture. */
export type OpenedRun = Pick<ChecksRun, 'openCaller' | 'settings' | 'fixture' | 'recorded'>;

/** Creates the fixture, starts the double and the service, does `work`, and removes everything. */
export async function overFixture<T>(
  run: Omit<ConformanceRun, 'wanted' | 'report'>,
  work: (opened: OpenedRun) => Promise<T>,
): Promise<T | NotRun> {
  const made = await run.fixtures.make(run.folders, run.declared.sources);
  if (made.kind !== 'made') return made;
  const { fixture } = made;
  try {
    const started = await startDouble(run, fixture);
    if (started.kind === 'unproven') return started;
    try {
      return await overDouble(run, fixture, started.double, work);
    } finally {
      await started.double?.close();
    }
  } finally {
    await fixture.drop();
  }
}

type StartedDouble =
  | { readonly kind: 'started'; readonly double: ErpDouble | undefined }
  | Extract<NotRun, { readonly kind: 'unproven' }>;

/** Starts the double of an ERP that the profile reaches by HTTP. */
async function startDouble(
  { declared, folders, profileName }: Pick<ConformanceRun, 'declared' | 'folders' | 'profileName'>,
  fixture: Fixture,
): Promise<StartedDouble> {
  if (!declared.sources.some(({ kind }) => kind === 'http')) return { kind: 'started', double: undefined };
  const loaded = await loadDouble(folders);
  switch (loaded.kind) {
    case 'found':
      return { kind: 'started', double: await loaded.start(fixture.databases) };
    case 'faulty':
      return { kind: 'unproven', reason: loaded.reason, cure: 'Correct the double.' };
    case 'none': {
      const cure = `Add double.ts next to ${profileName}: a module that replaces the ERP.`;
      return { kind: 'unproven', reason: 'its ERP is reached by HTTP, and there is no double of it', cure };
    }
  }
}

const cureOfMissing =
  'Give each setting with --set name=value, or under `settings` of a file of cases: environment variables are not used over a fixture.';

async function overDouble<T>(
  run: Omit<ConformanceRun, 'wanted' | 'report'>,
  fixture: Fixture,
  double: ErpDouble | undefined,
  work: (opened: OpenedRun) => Promise<T>,
): Promise<T | NotRun> {
  const environment = { ...run.environment, ...double?.environment };
  const missing = [...run.declared.needed].flatMap(([name, env]) => (environment[env] === undefined ? [name] : []));
  if (missing.length > 0)
    return { kind: 'unproven', reason: `no value is given for ${missing.join(', ')}`, cure: cureOfMissing };
  const { connections, connectors, store } = fixture;
  const opened = await openServiceUnderTest({ ...run, environment, connections, connectors, store, demoSku });
  if (!opened.ok) return { kind: 'refused', diagnostics: opened.diagnostics, sources: opened.sources };
  const { service } = opened;
  try {
    return await work({
      openCaller: () => observed(createCaller({ baseUrl: service.baseUrl(), keys: service.keys }), run.observe),
      settings: settingsFor(run),
      fixture: openFixtureAccess({ ...run, ...fixture, double, service, profile: { ...run, environment } }),
      recorded: () => recordedBy(service),
    });
  } finally {
    await service.close();
  }
}

/** A caller whose exchanges of the platform's form are observed. */
function observed(caller: Caller, observe: ConformanceRun['observe']): Caller {
  if (observe === undefined) return caller;
  const heard = async (exchange: Promise<Exchange>, isPlain: boolean): Promise<Exchange> => {
    const made = await exchange;
    if (isPlain) observe(made);
    return made;
  };
  return {
    ...caller,
    send: (path, text, options) => heard(caller.send(path, text, options), options === undefined),
    post: (path, fields, options) => heard(caller.post(path, fields, options), options === undefined),
  };
}

/** Everything may be tried, as often as is useful: the ERP belongs to this run. */
const settingsFor = ({ declared, banks }: Pick<ConformanceRun, 'declared' | 'banks'>): CheckSettings => ({
  ...{ banks, deviations: declared.deviations },
  ...{ writes: true, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku },
  ...{ maxPages: 2_000, mostSamples: Number.POSITIVE_INFINITY, concurrency: 20 },
  largestPage: (path) => declared.endpoints.get(path)?.largestPage ?? 500,
});

interface ChecksRun
  extends Pick<ConformanceRun, 'contract' | 'declared' | 'wanted' | 'order' | 'isLast' | 'report' | 'now'> {
  readonly openCaller: () => Caller;
  readonly settings: CheckSettings;
  /** Undefined where the ERP is not owned by the run. */
  readonly fixture: FixtureAccess | undefined;
  /** What the service did since the last check; it forgets that. */
  readonly recorded: () => Pick<ProfileCheckResult, 'statements' | 'logged'>;
}

/** Whether a line of the log says that a row was left out of an answer. */
const isDrop = (line: string): boolean => /^\w+: row_dropped: /.test(line);

/** Whether a line of the log says that a request or an answer of the ERP disagrees with the vendor's description. */
const isDisagreement = (line: string): boolean => /^\w+: description_disagrees: /.test(line);

/**
 * Runs the wanted checks. A row that the service leaves out of an answer, and a request or an answer that the vendor's description does not allow, is a
 * failure: each such line of the log once.
 */
export async function runWanted(run: ChecksRun): Promise<Ran> {
  const { declared: profile, openCaller, settings, fixture, now, order = (checks) => checks } = run;
  const opened = openContext({ openCaller, settings, profile, fixture, now });
  const results: ProfileCheckResult[] = [];
  let isEnded = false;
  const seen = new Set<string>();
  const report: Report<CheckResult> = (result, progress) => {
    const recorded = run.recorded();
    const isFailed = result.outcome.kind === 'failed';
    const full = { ...result, ...(isFailed ? recorded : { statements: [], logged: [] }) };
    results.push(full);
    run.report(full, progress);
    isEnded ||= run.isLast?.(full) === true;
    const lines = recorded.logged.filter((line) => !seen.has(line));
    const dropped = isFailed ? undefined : lines.find(isDrop);
    for (const line of [...(dropped === undefined ? [] : [dropped]), ...lines.filter(isDisagreement)]) {
      seen.add(line);
      const [rule, title] = isDrop(line)
        ? (['dropped-row', 'no row is dropped'] as const)
        : (['description', 'nothing disagrees with the description'] as const);
      const outcome = { kind: 'failed', findings: [ruleViolation(rule, '', line)], exchanges: [] } as const;
      const { id, path, clause } = result.check;
      const check = { id, path, clause, title: `${title} during "${result.check.title}"` };
      const failure = { check, outcome, notes: [], ms: 0, statements: recorded.statements, logged: [] };
      results.push(failure);
      run.report(failure, progress);
    }
  };
  const checks = checksFor(knownEndpoints(run.contract), profile).filter(run.wanted);
  // A check that needs the rows reports why they cannot be read.
  if (fixture?.data !== undefined && checks.some(({ tag }) => tag === 'fixture'))
    await originalRows(fixture.data).catch(() => undefined);
  await runChecks(opened, order(checks), report, () => isEnded);
  return { kind: 'ran', results, written: opened.written() };
}

/** The last statements and the log of the service since the last call. */
export function recordedBy(service: ServiceUnderTest): Pick<ProfileCheckResult, 'statements' | 'logged'> {
  const recorded = { statements: service.statements.slice(-shownStatements), logged: [...new Set(service.logged)] };
  service.forget();
  return recorded;
}
