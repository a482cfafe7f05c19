/** Reports the results of cases as text and as JUnit XML. */
import { failureLines, summaryOf } from './failure.ts';
import { junitText } from './junit.ts';
import { type CaseResult, passes } from './run-file.ts';

/** The results of one case file. */
export interface FileReport {
  /** The path for messages. */
  readonly name: string;
  readonly results: readonly CaseResult[];
  /** Texts to hide in reported requests. */
  readonly secrets: readonly string[];
}

export interface Counts {
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

const marks: Readonly<Record<Outcome, string>> = { passed: 'ok  ', failed: 'FAIL', 'not tested': '??  ' };

export function countsOf(files: readonly FileReport[]): Counts {
  const all = files.flatMap(({ results }) => results);
  const of = (outcome: Outcome): number => all.filter((result) => outcomeOf(result) === outcome).length;
  return { passed: of('passed'), failed: of('failed'), notTested: of('not tested') };
}

/** One line for each case; a failed case is followed by its differences and requests. Ends with a line break. */
export function reportText({ name, results, secrets }: FileReport): string {
  const lines = results.flatMap((result) => {
    const outcome = outcomeOf(result);
    const line = `  ${marks[outcome]} ${result.testCase.case}`;
    if (outcome === 'not tested') return [line, `         not tested: ${result.notTested}`];
    return outcome === 'failed' ? [line, ...failureLines(result, secrets).map((text) => `         ${text}`)] : [line];
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
            ? { message: summaryOf(result), text: failureLines(result, secrets).join('\n') }
            : undefined;
        return { group: testCase.call, name: testCase.case, ms, failure, skipped: notTested };
      }),
    })),
  );
}
