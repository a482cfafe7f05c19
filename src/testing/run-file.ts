/** Runs one case file through an engine over the fixture, on the same path as the platform's requests. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Contract, type Engine, type LocateBase, type Outcome, Secret } from '../../engine/index.ts';
import {
  type ActualResult,
  type CheckedProfile,
  type Coverage,
  createEngine,
  type DeclaredSource,
  type Difference,
  firstToken,
  judge,
  type LoadedCase,
  type LoadedCases,
  type RanStatement,
  readTokenNames,
  statementDifferences,
  storedDifferences,
  type TestOverrides,
  type TokenNamesInput,
} from '../../engine/tools/index.ts';
import { fault } from '../config/fault.ts';
import { refusalOf } from '../server/refusal.ts';
import { openStore, type Store } from '../state/store.ts';
import { type CaseLocks, createCaseLocks } from './case-locks.ts';
import type { Fixture, Fixtures, NotRun } from './fixture/fixture.ts';
import { startMockErps } from './mock-erp.ts';
import type { RecordedRequest } from './mock-script.ts';
import type { ProfileChecks } from './profile-checks.ts';
import { standInCure } from './stand-in/source.ts';

/** The result of one case. */
export interface CaseResult {
  readonly testCase: LoadedCase;
  /** The request body. */
  readonly request: object;
  readonly actual: ActualResult;
  /** How the answer differs from the expected one. */
  readonly answerDifferences: readonly Difference[];
  /** How the sent statements and requests differ from the expected ones. */
  readonly sentDifferences: readonly Difference[];
  /**
   * Why the differences are meaningless: the database's stand-in could not run the case. A clause without a full
   * stop.
   */
  readonly notTested: string | undefined;
  /** Statements sent to databases. */
  readonly statements: readonly RanStatement[];
  /** Requests sent to ERPs by HTTP. */
  readonly requests: readonly RecordedRequest[];
  /** Warnings and errors of the log. */
  readonly log: readonly string[];
  readonly ms: number;
}

export type FileResult = { readonly kind: 'ran'; readonly results: readonly CaseResult[] } | NotRun;

export interface FileRun {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly profileFile: string;
  readonly profileName: string;
  /** Shared by the runs of one text of a profile. */
  readonly checks: ProfileChecks;
  /** The text of the profile where it differs from that of the file. */
  readonly profileText?: string | undefined;
  /** Paths of the endpoints that are compiled; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  /** Called after each case, reported or not. */
  readonly onCase?: () => void;
  /** Ends the run after the first case whose answer differs. */
  readonly untilFailed?: true;
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal | undefined;
  /** Locates base profiles. */
  readonly locate: LocateBase;
  /** Folders of the profile and its base profiles, nearest first. */
  readonly folders: readonly string[];
  /** Absolute path of the fixture of this file; undefined: that of the folders. */
  readonly ownFixture?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sources: readonly DeclaredSource[];
  readonly loaded: LoadedCases;
  /** Whether a case is reported. Others run too, because they may write data that later cases need. */
  readonly isSelected: (testCase: LoadedCase) => boolean;
  /** Collects coverage; undefined if it is not requested. */
  readonly coverage?: Coverage | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Timeout of one case, in milliseconds. */
const caseTimeoutMs = 30_000;
const installation = 'test';

/** Whether the answer and the requests of a case are as expected. Meaningless if the case was not tested. */
export const passes = ({ answerDifferences, sentDifferences }: CaseResult): boolean =>
  answerDifferences.length + sentDifferences.length === 0;

/** Whether no further case runs after these results. */
const isEnded = ({ untilFailed, signal }: FileRun, results: readonly CaseResult[]): boolean =>
  signal?.aborted === true || (untilFailed === true && !results.every(passes));

/** Creates a fixture, runs the cases in order, and removes the fixture. */
export async function runFile(run: FileRun): Promise<FileResult> {
  const made = await run.fixtures.make(run.folders, run.sources, run.ownFixture);
  if (made.kind !== 'made') return made;
  const { fixture } = made;
  // The key is discarded together with everything it encrypts.
  const key = new Secret(randomBytes(32).toString('hex'));
  const opened = await openStore({ address: fixture.store, key, emit: () => undefined, now: run.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const { cases } = run.loaded;
  const hasHttpSource = run.sources.some(({ kind }) => kind === 'http');
  try {
    if (hasHttpSource) await storeTestTokens(run, installation, store);
    const checked = await run.checks.of(run);
    if (!checked.ok) return { kind: 'refused', diagnostics: checked.diagnostics, sources: checked.sources };
    const results: CaseResult[] = [];
    for (const group of hasHttpSource ? groupByEngine(cases) : [cases]) {
      const result = await runCases({ run, checked, fixture, store, cases: group });
      if (result.kind !== 'ran') return result;
      results.push(...result.results);
      if (isEnded(run, result.results)) break;
    }
    return { kind: 'ran', results };
  } finally {
    await store.close();
    await fixture.drop();
  }
}

/**
 * Groups the cases by engine. Each case with HTTP exchanges has its own engine, so that sessions, delays and learned
 * state of the ERP are not shared. Consecutive other cases share one engine, because its start takes time.
 */
function groupByEngine(cases: readonly LoadedCase[]): readonly (readonly LoadedCase[])[] {
  const groups: LoadedCase[][] = [];
  for (const testCase of cases) {
    const last = groups.at(-1);
    if (testCase.http.length === 0 && last?.[0]?.http.length === 0) last.push(testCase);
    else groups.push([testCase]);
  }
  return groups;
}

/** Stores the tokens that an operator stores before the first start. */
export async function storeTestTokens(
  run: Omit<TokenNamesInput, 'installation'>,
  installation: string,
  store: Store,
): Promise<void> {
  const found = await readTokenNames({ ...run, installation });
  if (!found.ok) return;
  for (const name of found.names.values()) await store.tokens?.put(name, firstToken(new Secret('token-of-a-test')));
}

/** Observations of the engine during a case. */
interface Observed {
  readonly statements: RanStatement[];
  /** Warnings and errors. */
  readonly logged: string[];
  /** Statements that the database's stand-in could not run. */
  readonly gaps: string[];
  /** Databases that do not answer, each with the reason. */
  readonly down: Map<string, string>;
  /** Time of documents, in milliseconds since the epoch; undefined: the current time. */
  time: number | undefined;
}

interface CasesInput {
  readonly run: FileRun;
  readonly checked: Extract<CheckedProfile, { readonly ok: true }>;
  readonly fixture: Fixture;
  readonly store: Store;
  readonly cases: readonly LoadedCase[];
}

interface CaseEngineInput extends Omit<CasesInput, 'cases'> {
  readonly locks: CaseLocks['locks'];
}

/** Runs cases through one engine. */
async function runCases({ run, checked, fixture, store, cases }: CasesInput): Promise<FileResult> {
  const httpSources = run.sources.filter((source) => source.kind === 'http');
  const exchanges = cases.flatMap(({ http }) => http);
  const erps = await startMockErps(httpSources, exchanges);
  const observed: Observed = { statements: [], logged: [], gaps: [], down: new Map(), time: run.loaded.now };
  const results: CaseResult[] = [];
  const { locks, clear } = createCaseLocks();
  try {
    const engine = engineForCases({ run, checked, fixture, store, locks }, erps.mock, observed);
    try {
      const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
      const [gap] = observed.gaps;
      if (diagnostics.length > 0 && gap !== undefined) return { kind: 'unproven', reason: gap, cure: standInCure };
      if (diagnostics.length > 0) return { kind: 'refused', diagnostics, sources: checked.sources };
      const unreachable = await unreachableFixture(run, observed);
      if (unreachable !== undefined) return unreachable;
      for (const testCase of cases) {
        clear();
        const answered = await runCase(run, engine, observed, testCase);
        const unlike = await storedUnlike(testCase, run, fixture);
        const result = { ...answered, sentDifferences: [...answered.sentDifferences, ...unlike] };
        results.push(result);
        run.onCase?.();
        if (isEnded(run, [result])) break;
      }
    } finally {
      await engine.close();
    }
  } finally {
    await erps.close();
  }
  // Read after the engine is closed, so that logout requests are included. They belong to no single case.
  const { requests, differences } = erps.result();
  const complete = results.map((result) => ({
    ...result,
    requests,
    sentDifferences: [...result.sentDifferences, ...differences],
  }));
  return { kind: 'ran', results: complete.filter(({ testCase }) => run.isSelected(testCase)) };
}

/** How long the engine may take to reach the fixture on a busy machine, in milliseconds. It tries every few seconds. */
const reachMs = 10_000;

/**
 * Waits until the engine has reached the databases of the fixture. Otherwise each case would fail with 503 for the same
 * reason: then that reason is returned once.
 */
async function unreachableFixture({ sources, now }: FileRun, { down }: Observed): Promise<NotRun | undefined> {
  const deadline = now() + reachMs;
  const isDown = ({ kind, name }: DeclaredSource): boolean => kind === 'sql' && down.has(name);
  while (sources.some(isDown) && now() < deadline) await pause(100);
  const source = sources.find(isDown);
  if (source === undefined) return undefined;
  const message = `The database of the fixture does not answer, so that no case was run: ${down.get(source.name)}`;
  const hint = 'Run it again. On a busy machine set a smaller number with --jobs.';
  return { kind: 'refused', diagnostics: [fault('CFG521', message, hint)], sources: new Map() };
}

function engineForCases(
  { run, checked, fixture, store, locks }: CaseEngineInput,
  mock: NonNullable<TestOverrides['mock']>,
  observed: Observed,
): Engine {
  const { bookmarks, versions, claims, tokens } = store;
  const { connections, connectors } = fixture;
  return createEngine({
    compiler: checked.compiler,
    profileFile: run.profileFile,
    installation,
    demoSku: undefined,
    bookmarks,
    versions,
    tokens,
    durable: { claims: { ...claims, locks }, clock: run.now },
    emit: (given) => {
      const { level, event, message } = given;
      if (event === 'stand_in_gap') observed.gaps.push(message);
      if (given.event === 'source_unreachable' || given.event === 'source_not_ready')
        observed.down.set(given.source, given.message);
      if (given.event === 'source_ready') observed.down.delete(given.source);
      // Reports show these requests in full elsewhere.
      const isReported = (level === 'warn' || level === 'error') && event !== 'erp_request';
      if (isReported) observed.logged.push(`${level}: ${message}`);
    },
    now: run.now,
    testOverrides: {
      ...{ connections, connectors, mock, facts: run.loaded.facts, clock: run.now, tables: 'create' },
      observe: (ran) => void observed.statements.push(ran),
      documentTime: () => observed.time ?? run.now(),
    },
  });
}

/** Runs one case. HTTP requests are added when all cases have run. */
async function runCase(run: FileRun, engine: Engine, observed: Observed, testCase: LoadedCase): Promise<CaseResult> {
  const { statements, logged, gaps } = observed;
  observed.time = testCase.now === undefined ? run.loaded.now : Date.parse(testCase.now);
  statements.length = 0;
  logged.length = 0;
  gaps.length = 0;
  const started = run.now();
  const request = { schemaVersion: run.contract.version, ...testCase.request };
  const outcome = await engine.call(testCase.call, request, {
    requestId: testCase.case,
    deadline: run.now() + caseTimeoutMs,
  });
  if (!outcome.ok && outcome.cause !== undefined && outcome.cause.level !== 'info')
    logged.push(`${outcome.cause.level}: ${outcome.cause.message}`);
  const actual = actualOf(outcome);
  return {
    testCase,
    request,
    actual,
    answerDifferences: judge(testCase, actual),
    sentDifferences: statementDifferences(testCase.sql ?? [], statements),
    notTested: gaps[0],
    statements: [...statements],
    requests: [],
    log: [...logged],
    ms: run.now() - started,
  };
}

/** How the tables of the fixture differ from the rows that a case expects after its call. */
async function storedUnlike(
  { stored = [] }: LoadedCase,
  { sources }: FileRun,
  { databases }: Fixture,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const [index, spec] of stored.entries()) {
    const at = `stored[${index}]`;
    const name = spec.use ?? sources.find(({ kind }) => kind === 'sql')?.name ?? '';
    const database = databases.get(name);
    if (database === undefined) {
      found.push({ at: `${at}.use`, expected: spec.use ?? 'a database', actual: undefined });
      continue;
    }
    try {
      found.push(...storedDifferences(spec, await database.run(spec.query), at));
    } catch (error) {
      // The database refuses the query of the case: the case fails with its message.
      const message = error instanceof Error ? error.message : String(error);
      found.push({ at: `${at}.query`, expected: spec.query, actual: message });
    }
  }
  return found;
}

function actualOf(outcome: Outcome): ActualResult {
  return outcome.ok ? outcome : { ok: false, status: refusalOf(outcome.problem).status, problem: outcome.problem };
}
