/** Runs the conformance suite over one profile: the real service over its fixture or double, all subjects, one result for each check. */
import type { Contract, Declared, LocateBase, RanStatement } from '../../../engine/index.ts';
import type { Fixtures, NotRun } from '../../testing/fixture/fixture.ts';
import type { Exchange } from '../validation/caller.ts';
import { endpointAt, paths } from '../validation/endpoint.ts';
import type { Check, Known, Subject } from './check.ts';
import { type Bench, createBench, unprovided } from './check-context.ts';
import { createErpHand } from './erp-changes.ts';
import { type Double, loadDouble } from './erp-double.ts';
import { openStage } from './service-under-test.ts';
import { authentication } from './subjects/authentication.ts';
import { envelope } from './subjects/envelope.ts';
import { limits } from './subjects/limits.ts';
import { lookUps } from './subjects/look-ups.ts';
import { modifiedSince } from './subjects/modified-since.ts';
import { paging } from './subjects/paging.ts';
import { search } from './subjects/search.ts';
import { sku } from './subjects/sku.ts';
import { statement } from './subjects/statement.ts';
import { unavailable } from './subjects/unavailable.ts';
import { writing } from './subjects/writes.ts';
import { Concluded, type Verdict } from './verdict.ts';

export interface CheckResult {
  readonly check: Pick<Check, 'subject' | 'name' | 'clause'>;
  readonly verdict: Verdict;
  /** Of a check that failed: the last request with its answer, the last statements, and what the log told. */
  readonly exchange: Exchange | undefined;
  readonly statements: readonly RanStatement[];
  readonly told: readonly string[];
  readonly ms: number;
}

export type ConformanceResult = { readonly kind: 'ran'; readonly results: readonly CheckResult[] } | NotRun;

export interface ConformanceRun {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly declared: Declared;
  readonly profileFile: string;
  readonly profileName: string;
  /** Finds what the profile extends. */
  readonly locate: LocateBase;
  /** Folders of the profile and of those that it extends, nearest first. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly packageRoot: string;
  readonly wanted: (check: Check) => boolean;
  /** Called after each check. */
  readonly report: (result: CheckResult) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** In the order of a request's way through a service; what writes comes after what reads. */
const subjects: readonly Subject[] = [
  authentication,
  envelope,
  unavailable,
  limits,
  search,
  sku,
  lookUps,
  paging,
  statement,
  modifiedSince,
  writing,
];

/** No ERP has an article of this name. */
const demoSku = 'CONNECTION-TEST-SKU';
/** Statements that a failure shows at most. */
const shownStatements = 3;

function knownEndpoints({ endpoints }: Contract): readonly Known[] {
  const served = new Set(endpoints.map(({ path }) => path));
  return paths.flatMap((path) => {
    const endpoint = endpointAt(path);
    return endpoint === undefined || !served.has(path) ? [] : [{ ...endpoint, path }];
  });
}

/** Makes the fixture, starts the double and the service, runs all checks that are wanted, and removes all again. */
export async function runConformance(run: ConformanceRun): Promise<ConformanceResult> {
  const { declared, folders } = run;
  const made = await run.fixtures.make(folders, declared.sources);
  if (made.kind !== 'made') return made;
  const { fixture } = made;
  let double: Double | undefined;
  try {
    if (declared.sources.some(({ kind }) => kind === 'http')) {
      const loaded = await loadDouble(folders);
      if (loaded.kind === 'faulty') return { kind: 'unproven', reason: loaded.reason, cure: 'Correct the double.' };
      if (loaded.kind === 'none') {
        const cure = `Add double.ts beside ${run.profileName}: a module that plays the ERP.`;
        return { kind: 'unproven', reason: 'its ERP is reached by HTTP, and there is no double of it', cure };
      }
      double = await loaded.start(fixture.databases);
    }
    const databases = declared.sources.flatMap((source) => {
      const database = fixture.databases.get(source.name);
      return source.kind === 'sql' && database !== undefined
        ? [{ databaseKind: source.databaseKind, run: database.run }]
        : [];
    });
    const environment = { ...run.environment, ...double?.environment };
    const { connections, connectors, store } = fixture;
    const opened = await openStage({ ...run, environment, connections, connectors, store, demoSku });
    if (!opened.ok) return { kind: 'refused', diagnostics: opened.diagnostics, sources: opened.sources };
    const { stage } = opened;
    try {
      const erp = createErpHand(databases, double);
      const bench = createBench({ stage, declared, erp, demoSku, now: run.now });
      return { kind: 'ran', results: await runChecks(bench, run) };
    } finally {
      await stage.close();
    }
  } finally {
    await double?.close();
    await fixture.drop();
  }
}

async function runChecks(
  bench: Bench,
  { contract, declared, wanted, report }: ConformanceRun,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const endpoints = knownEndpoints(contract);
  for (const check of subjects.flatMap((subject) => subject(endpoints, declared)).filter(wanted)) {
    const result = await runCheck(bench, check);
    results.push(result);
    report(result);
  }
  return results;
}

async function runCheck(bench: Bench, check: Check): Promise<CheckResult> {
  bench.forget();
  const started = performance.now();
  const verdict = await verdictOf(bench, check);
  const failed = verdict.kind === 'failed';
  return {
    check,
    verdict,
    exchange: failed ? bench.exchanges.at(-1) : undefined,
    statements: failed ? bench.stage.statements.slice(-shownStatements) : [],
    told: failed ? [...new Set(bench.stage.told)] : [],
    ms: performance.now() - started,
  };
}

async function verdictOf(bench: Bench, check: Check): Promise<Verdict> {
  for (const path of check.paths) {
    const reason = unprovided(bench, path);
    if (reason !== undefined)
      return { kind: 'not applicable', reason: `the profile does not provide ${path}: ${reason}` };
  }
  try {
    await check.run(bench);
    return { kind: 'held' };
  } catch (error) {
    if (error instanceof Concluded) return error.verdict;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: `The check broke off: ${message}` };
  }
}
