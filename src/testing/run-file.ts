/** Runs one file of cases through an engine over the fixture: the way that requests of the platform go. */
import { randomBytes } from 'node:crypto';
import { type Contract, type Engine, type LocateBase, type Outcome, Secret } from '../../engine/index.ts';
import {
  type ActualResult,
  type CheckedProfile,
  type Coverage,
  checkForTests,
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
  type TestOverrides,
  type TokenNamesInput,
} from '../../engine/tools/index.ts';
import { refusalOf } from '../server/refusal.ts';
import { openStore, type Store } from '../state/store.ts';
import type { Fixture, Fixtures, NotRun } from './fixture/fixture.ts';
import { startMockErps } from './mock-erp.ts';
import type { RecordedRequest } from './mock-script.ts';
import { standInCure } from './stand-in/source.ts';

/** What actual of one case. */
export interface CaseResult {
  readonly one: LoadedCase;
  /** The body of its call. */
  readonly request: object;
  readonly actual: ActualResult;
  /** How what actual differs from what is expected of the answer. */
  readonly answerDifferences: readonly Difference[];
  /** The same for what was to be sent. */
  readonly sentDifferences: readonly Difference[];
  /** Why neither counts, where a stand-in of the database could not run what the case needs. A clause without a full stop. */
  readonly notTested: string | undefined;
  /** What went to the databases. */
  readonly statements: readonly RanStatement[];
  /** What went to ERPs by HTTP. */
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
  /** Finds what the profile extends. */
  readonly locate: LocateBase;
  /** Folders of the profile and of those that it extends, nearest first. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sources: readonly DeclaredSource[];
  readonly loaded: LoadedCases;
  /** True for the cases that are isSelected; those before them in the file run too, since they may have written. */
  readonly isSelected: (one: LoadedCase) => boolean;
  /** Told what the cases prove; undefined where nobody asks. */
  readonly coverage?: Coverage | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Milliseconds that one case may take. */
const caseTimeoutMs = 30_000;
const installation = 'test';

/** Whether the answer and the requests of a case are as expected. Meaningless where the case was not tested. */
export const passes = ({ answerDifferences, sentDifferences }: CaseResult): boolean =>
  answerDifferences.length + sentDifferences.length === 0;

/** Makes a fixture of its own, runs the cases in order, and removes all again. */
export async function runFile(run: FileRun): Promise<FileResult> {
  const made = await run.fixtures.make(run.folders, run.sources);
  if (made.kind !== 'made') return made;
  const { fixture } = made;
  // It is thrown away with all that is encrypted with it.
  const key = new Secret(randomBytes(32).toString('hex'));
  const opened = await openStore({ address: fixture.store, key, emit: () => undefined, now: run.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const { cases } = run.loaded;
  const hasHttpSource = run.sources.some(({ kind }) => kind === 'http');
  try {
    if (hasHttpSource) await storeTestTokens(run, installation, store);
    const checked = await checkForTests(run, run.coverage);
    if (!checked.ok) return { kind: 'refused', diagnostics: checked.diagnostics, sources: checked.sources };
    const results: CaseResult[] = [];
    for (const group of hasHttpSource ? groupByEngine(cases) : [cases]) {
      const result = await runCases({ run, checked, fixture, store, cases: group });
      if (result.kind !== 'ran') return result;
      results.push(...result.results);
    }
    return { kind: 'ran', results };
  } finally {
    await store.close();
    await fixture.drop();
  }
}

/**
 * Where an ERP is played, each case that asks it has an engine of its own: sessions, waits and what was learnt of the ERP are no other's.
 * Cases between them that ask databases groupByEngine share one, since an engine takes its time to start.
 */
function groupByEngine(cases: readonly LoadedCase[]): readonly (readonly LoadedCase[])[] {
  const groups: LoadedCase[][] = [];
  for (const one of cases) {
    const last = groups.at(-1);
    if (one.http.length === 0 && last?.[0]?.http.length === 0) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** What a person would have stored before the first start. */
export async function storeTestTokens(
  run: Omit<TokenNamesInput, 'installation'>,
  installation: string,
  store: Store,
): Promise<void> {
  const found = await readTokenNames({ ...run, installation });
  if (!found.ok) return;
  for (const name of found.names.values()) await store.tokens?.put(name, firstToken(new Secret('token-of-a-test')));
}

/** What the engine did during a case. */
interface Observed {
  readonly statements: RanStatement[];
  /** Warnings and errors. */
  readonly logged: string[];
  /** What the stand-in for a database could not run. */
  readonly gaps: string[];
  /** Milliseconds since the epoch that documents are dated with; undefined: the machine's clock. */
  time: number | undefined;
}

interface CasesInput {
  readonly run: FileRun;
  readonly checked: Extract<CheckedProfile, { readonly ok: true }>;
  readonly fixture: Fixture;
  readonly store: Store;
  readonly cases: readonly LoadedCase[];
}

/** Runs cases through one engine. */
async function runCases({ run, checked, fixture, store, cases }: CasesInput): Promise<FileResult> {
  const httpSources = run.sources.filter((source) => source.kind === 'http');
  const exchanges = cases.flatMap(({ http }) => http);
  const erps = await startMockErps(httpSources, exchanges);
  const observed: Observed = { statements: [], logged: [], gaps: [], time: run.loaded.now };
  const results: CaseResult[] = [];
  try {
    const engine = engineForCases({ run, checked, fixture, store }, erps.mock, observed);
    try {
      const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
      const [gap] = observed.gaps;
      if (diagnostics.length > 0 && gap !== undefined) return { kind: 'unproven', reason: gap, cure: standInCure };
      if (diagnostics.length > 0) return { kind: 'refused', diagnostics, sources: checked.sources };
      for (const one of cases) results.push(await runCase(run, engine, observed, one));
    } finally {
      await engine.close();
    }
  } finally {
    await erps.close();
  }
  // The engine is closed, so that the requests have those of a logout. They belong to no single case.
  const { requests, differences } = erps.result();
  const whole = results.map((result) => ({
    ...result,
    requests,
    sentDifferences: [...result.sentDifferences, ...differences],
  }));
  return { kind: 'ran', results: whole.filter(({ one }) => run.isSelected(one)) };
}

function engineForCases(
  { run, checked, fixture, store }: Omit<CasesInput, 'cases'>,
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
    durable: { claims, clock: run.now },
    emit: ({ level, event, message }) => {
      if (event === 'stand_in_gap') observed.gaps.push(message);
      // Reports show requests in full elsewhere.
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

/** Runs one case. Its requests to the ERP are added when all cases have run. */
async function runCase(run: FileRun, engine: Engine, observed: Observed, one: LoadedCase): Promise<CaseResult> {
  const { statements, logged, gaps } = observed;
  observed.time = one.now === undefined ? run.loaded.now : Date.parse(one.now);
  statements.length = 0;
  logged.length = 0;
  gaps.length = 0;
  const started = run.now();
  const request = { schemaVersion: run.contract.version, ...one.request };
  const outcome = await engine.call(one.call, request, { requestId: one.case, deadline: run.now() + caseTimeoutMs });
  if (!outcome.ok && outcome.cause !== undefined && outcome.cause.level !== 'info')
    logged.push(`${outcome.cause.level}: ${outcome.cause.message}`);
  const actual = actualOf(outcome);
  return {
    one,
    request,
    actual,
    answerDifferences: judge(one, actual),
    sentDifferences: statementDifferences(one.sql ?? [], statements),
    notTested: gaps[0],
    statements: [...statements],
    requests: [],
    log: [...logged],
    ms: run.now() - started,
  };
}

function actualOf(outcome: Outcome): ActualResult {
  return outcome.ok ? outcome : { ok: false, status: refusalOf(outcome.problem).status, problem: outcome.problem };
}
