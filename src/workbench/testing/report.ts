/** Reports the results of cases as text and as JUnit XML. */
import { type Paint, plain } from '../../../engine/tools/index.ts';
import { type CaseResult, passes } from './case-run.ts';
import { failureLines, summaryOf } from './failure.ts';
import { junitText } from './junit.ts';

/** The results of one case file. */
export interface FileReport {
  /** The path for messages. */
  readonly name: string;
  readonly results: readonly CaseResult[];
  /** Texts to hide in reported requests. */
  readonly secrets: readonly string[];
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Cases that the database's stand-in could not run. */
  readonly notTested: number;
}

type Outcome = 'passed' | 'failed' | 'not tested';

function outcomeOf(result: CaseResult): Outcome {
  if (result.notTested !== undefined) return 'not tested';
  return passes(result) ? 'passed' : 'failed';
}

function mark(outcome: Outcome, paint: Paint): string {
  switch (outcome) {
    case 'passed':
      return paint('good', 'ok  ');
    case 'failed':
      return paint('error', 'FAIL');
    case 'not tested':
      return paint('warning', '??  ');
  }
}

/** `notTested`: results with another outcome than passed or failed. */
export function countsOf(files: readonly FileReport[]): Counts {
  const all = files.flatMap(({ results }) => results);
  const countOf = (outcome: Outcome): number => all.filter((result) => outcomeOf(result) === outcome).length;
  return { passed: countOf('passed'), failed: countOf('failed'), notTested: countOf('not tested') };
}

/** `41 passed, 1 failed` */
export function resultText(passed: number, failed: number, paint: Paint): string {
  if (failed > 0) return `${passed} passed, ${paint('error', `${failed} failed`)}`;
  return paint('good', `${passed} passed, 0 failed`);
}

/** One line for each case; a failed case is followed by its differences and requests. Ends with a line break. */
export function reportText({ name, results, secrets }: FileReport, paint: Paint): string {
  const lines = results.flatMap((result) => {
    const outcome = outcomeOf(result);
    const line = `  ${mark(outcome, paint)} ${result.testCase.case}`;
    if (outcome === 'not tested') return [line, `         not tested: ${result.notTested}`];
    if (outcome === 'passed') return [line];
    return [line, ...failureLines(result, secrets, paint).map((text) => `         ${text}`)];
  });
  return `${[name, ...lines].join('\n')}\n`;
}

/** All files as one JUnit document. */
export function junit(files: readonly FileReport[]): string {
  return junitText(
    files.map(({ name, results, secrets }) => ({
      name,
      cases: results.map((result) => {
        const { testCase, ms, notTested } = result;
        const failure =
          outcomeOf(result) === 'failed'
            ? { message: summaryOf(result), text: failureLines(result, secrets, plain).join('\n') }
            : undefined;
        return { group: testCase.call, name: testCase.case, ms, failure, skipped: notTested };
      }),
    })),
  );
}
