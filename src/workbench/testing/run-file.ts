/** Runs one case file through an engine over the fixture, on the same path as the platform's requests. */
import { randomBytes } from 'node:crypto';
import { Secret } from '../../../engine/index.ts';
import { type CheckedProfile, type LoadedCase, noteDisagreements } from '../../../engine/tools/index.ts';
import { openStore, type Store } from '../../service/state/store.ts';
import { engineForCases, type Observed, testInstallation, unreachableFixture } from './case-engine.ts';
import { createCaseLocks } from './case-locks.ts';
import { type CaseResult, type FileResult, type FileRun, passes } from './case-run.ts';
import type { Fixture, NotRun } from './fixture/fixture.ts';
import { findingsOfFixture } from './fixture/fixture-findings.ts';
import { startMockErps } from './mock-erp.ts';
import { runCase, storedUnlike } from './run-case.ts';
import { standInCure } from './stand-in/source.ts';
import { storeTestTokens } from './test-tokens.ts';

type CheckedCompiler = Extract<CheckedProfile, { readonly ok: true }>;

/** Whether no further case runs after these results. */
const isEnded = ({ untilFailed, signal }: FileRun, results: readonly CaseResult[]): boolean =>
  signal?.aborted === true || (untilFailed === true && !results.every(passes));

/** A source that the fixture does not know would be the ERP of the settings. No case may reach that. */
function sourceWithoutFixture({ sources }: FileRun, { compiler }: CheckedCompiler): NotRun | undefined {
  const names = new Set(sources.map(({ name }) => name));
  const name = Object.keys(compiler.input.profile.sources).find((one) => !names.has(one));
  if (name === undefined) return undefined;
  return { kind: 'unproven', reason: `the source "${name}" is not in the fixture`, cure: 'Correct the profile first.' };
}

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
    if (hasHttpSource) await storeTestTokens(run, testInstallation, store);
    const checked = await run.checks.check(run);
    if (!checked.ok) return { kind: 'refused', diagnostics: checked.diagnostics, sources: checked.sources };
    const unknown = sourceWithoutFixture(run, checked);
    if (unknown !== undefined) return unknown;
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
 * Runs the cases of some endpoints, without the others of the file: for a profile with faults in other endpoints. Cases that depend on writes of
 * other endpoints fail.
 */
export function runEndpointCases(run: FileRun, endpoints: ReadonlySet<string>): Promise<FileResult> {
  const cases = run.loaded.cases.filter(({ call }) => endpoints.has(call));
  return runFile({ ...run, only: endpoints, loaded: { ...run.loaded, cases } });
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

interface CasesInput {
  readonly run: FileRun;
  readonly checked: CheckedCompiler;
  readonly fixture: Fixture;
  readonly store: Store;
  readonly cases: readonly LoadedCase[];
}

/** Runs cases through one engine. */
async function runCases({ run, checked, fixture, store, cases }: CasesInput): Promise<FileResult> {
  const httpSources = run.sources.filter((source) => source.kind === 'http');
  const exchanges = cases.flatMap(({ http }) => http);
  const erps = await startMockErps(httpSources, exchanges);
  const observed: Observed = {
    statements: [],
    logged: [],
    gaps: [],
    disagreements: noteDisagreements('case'),
    unreachableDatabases: new Map(),
    time: run.loaded.now,
  };
  const results: CaseResult[] = [];
  const { locks, clear } = createCaseLocks();
  try {
    const engine = engineForCases({ run, checked, fixture, store, locks }, erps.mock, observed);
    try {
      const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
      const [gap] = observed.gaps;
      if (diagnostics.length > 0 && gap !== undefined) return { kind: 'unproven', reason: gap, cure: standInCure };
      if (diagnostics.length > 0)
        return { kind: 'refused', diagnostics: findingsOfFixture(diagnostics), sources: checked.sources };
      const unreachable = await unreachableFixture(run, observed);
      if (unreachable !== undefined) return unreachable;
      for (const testCase of cases) {
        clear();
        const caseResult = await runCase(run, engine, observed, testCase);
        const unlike = await storedUnlike(testCase, run, fixture);
        const result = { ...caseResult, sentDifferences: [...caseResult.sentDifferences, ...unlike] };
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
    disagreements: observed.disagreements.texts(),
    sentDifferences: [...result.sentDifferences, ...differences],
  }));
  return { kind: 'ran', results: complete.filter(({ testCase }) => run.isSelected(testCase)) };
}
