/** What a run of cases found, as text for people and as JUnit for pipelines. */
import { failureLines, summaryOf } from './failure.ts';
import { junitText } from './junit.ts';
import { type CaseResult, holds } from './run-file.ts';

/** What was found in one file of cases. */
export interface FileReport {
  /** As it is shown. */
  readonly name: string;
  readonly results: readonly CaseResult[];
  /** Texts that are not shown in what was sent. */
  readonly secrets: readonly string[];
}

export interface Counts {
  readonly held: number;
  readonly failed: number;
  /** A stand-in of the database could not run them. */
  readonly unproven: number;
}

function outcomeOf(result: CaseResult): 'held' | 'failed' | 'unproven' {
  if (result.unproven !== undefined) return 'unproven';
  return holds(result) ? 'held' : 'failed';
}

const marks = { held: 'ok  ', failed: 'FAIL', unproven: '??  ' } as const;

export function countsOf(files: readonly FileReport[]): Counts {
  const all = files.flatMap(({ results }) => results);
  const unproven = all.filter((result) => outcomeOf(result) === 'unproven').length;
  const failed = all.filter((result) => outcomeOf(result) === 'failed').length;
  return { held: all.length - failed - unproven, failed, unproven };
}

/** One line for each case; below one that fails, what differs and what went to the ERP. Ends with a line break. */
export function reportText({ name, results, secrets }: FileReport): string {
  const lines = results.flatMap((result) => {
    const outcome = outcomeOf(result);
    const line = `  ${marks[outcome]} ${result.one.case}`;
    if (outcome === 'unproven') return [line, `         unproven: ${result.unproven}`];
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
        const { one, ms, unproven } = result;
        const failure =
          outcomeOf(result) === 'failed'
            ? { message: summaryOf(result), text: failureLines(result, secrets).join('\n') }
            : undefined;
        return { group: one.call, name: one.case, ms, failure, skipped: unproven };
      }),
    })),
  );
}
