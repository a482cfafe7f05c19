/** Runs one case, and compares its answer, its statements and the stored rows with what it expects. */
import type { Engine, Outcome } from '../../../engine/index.ts';
import {
  type ActualResult,
  type Difference,
  judge,
  type LoadedCase,
  statementDifferences,
  storedDifferences,
} from '../../../engine/tools/index.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import type { Observed } from './case-engine.ts';
import type { CaseResult, FileRun } from './case-run.ts';
import type { Fixture } from './fixture/fixture.ts';

/** Timeout of one case, in milliseconds. */
const caseTimeoutMs = 30_000;

/** Runs one case. HTTP requests, and what is wrong with them, are added when all cases have run. */
export async function runCase(
  run: FileRun,
  engine: Engine,
  observed: Observed,
  testCase: LoadedCase,
): Promise<CaseResult> {
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
    disagreements: [],
    notTested: gaps[0],
    statements: [...statements],
    requests: [],
    log: [...logged],
    ms: run.now() - started,
  };
}

/** How the tables of the fixture differ from the rows that a case expects after its call. */
export async function storedUnlike(
  { stored = [] }: LoadedCase,
  { sources }: FileRun,
  { databases }: Fixture,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [index, spec] of stored.entries()) {
    const at = `stored[${index}]`;
    const name = spec.use ?? sources.find(({ kind }) => kind === 'sql')?.name ?? '';
    const database = databases.get(name);
    if (database === undefined) {
      differences.push({ at: `${at}.use`, expected: spec.use ?? 'a database', actual: undefined });
      continue;
    }
    try {
      differences.push(...storedDifferences(spec, await database.run(spec.query), at));
    } catch (error) {
      // The database refuses the query of the case: the case fails with its message.
      const message = error instanceof Error ? error.message : String(error);
      differences.push({ at: `${at}.query`, expected: spec.query, actual: message });
    }
  }
  return differences;
}

function actualOf(outcome: Outcome): ActualResult {
  return outcome.ok ? outcome : { ok: false, status: refusalOf(outcome.problem).status, problem: outcome.problem };
}
