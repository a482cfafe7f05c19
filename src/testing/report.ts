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
}

export function countsOf(files: readonly FileReport[]): Counts {
  const all = files.flatMap(({ results }) => results);
  const failed = all.filter((result) => !holds(result)).length;
  return { held: all.length - failed, failed };
}

/** One line for each case; below one that fails, what differs and what went to the ERP. Ends with a line break. */
export function reportText({ name, results, secrets }: FileReport): string {
  const lines = results.flatMap((result) => {
    const failed = !holds(result);
    const line = `  ${failed ? 'FAIL' : 'ok  '} ${result.one.case}`;
    return failed ? [line, ...failureLines(result, secrets).map((text) => `         ${text}`)] : [line];
  });
  return `${[name, ...lines].join('\n')}\n`;
}

/** All files as one JUnit document. */
export function junit(files: readonly FileReport[]): string {
  return junitText(
    files.map(({ name, results, secrets }) => ({
      name,
      cases: results.map((result) => {
        const { one, ms } = result;
        const failure = holds(result)
          ? undefined
          : { message: summaryOf(result), text: failureLines(result, secrets).join('\n') };
        return { group: one.call, name: one.case, ms, failure };
      }),
    })),
  );
}
