/** What a run of cases found, as text for people and as JUnit for pipelines. */
import { type Difference, ExactNumber, type RanStatement } from '../../engine/index.ts';
import { masked, requestLines } from './http-lines.ts';
import { junitText } from './junit.ts';
import type { CaseResult } from './run-file.ts';

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

/** Rows of a statement that are shown at most. */
const shownRows = 3;

/** A value as a line of text; numbers keep their digits. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner instanceof ExactNumber) return inner.text;
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
}

const differenceText = ({ at, expected, actual }: Difference): string =>
  `${at === '' ? 'the answer' : at}: expected ${shown(expected)}, got ${shown(actual)}`;

/** A statement with its values, and the first rows that came. */
export function statementLines({ source, sql, values, rows, affected, ms, error }: RanStatement): readonly string[] {
  const count = affected === undefined ? rows.length : affected;
  const what = error === undefined ? `${count} row${count === 1 ? '' : 's'} in ${ms.toFixed(1)} ms` : String(error);
  const head = [`${source}: ${what}${values.length > 0 ? `, values ${shown(values)}` : ''}`];
  const text = sql
    .trim()
    .split('\n')
    .map((line) => `  ${line}`);
  const first = rows.slice(0, shownRows).map((row) => `  -> ${shown(row)}`);
  return [...head, ...text, ...first, ...(rows.length > shownRows ? [`  -> ... ${rows.length - shownRows} more`] : [])];
}

function failureLines(
  { one, differences, statements, requests, told }: CaseResult,
  secrets: readonly string[],
): readonly string[] {
  const sent = [...statements.flatMap(statementLines), ...requests.flatMap((played) => requestLines(played, secrets))];
  return [
    `--> ${one.place.file}:${one.place.line}`,
    ...differences.map(differenceText),
    ...(sent.length === 0 ? ['Nothing was sent.'] : ['Sent:', ...sent]),
    ...(told.length === 0 ? [] : ['Logged:', ...told.map((text) => masked(text, secrets))]),
  ];
}

export function countsOf(files: readonly FileReport[]): Counts {
  const all = files.flatMap(({ results }) => results);
  const failed = all.filter(({ differences }) => differences.length > 0).length;
  return { held: all.length - failed, failed };
}

/** One line for each case; below one that fails, what differs and what went to the ERP. Ends with a line break. */
export function reportText({ name, results, secrets }: FileReport): string {
  const lines = results.flatMap((result) => {
    const failed = result.differences.length > 0;
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
        const { one, differences, ms } = result;
        const [first] = differences.map(differenceText);
        const failure =
          first === undefined ? undefined : { message: first, text: failureLines(result, secrets).join('\n') };
        return { group: one.call, name: one.case, ms, failure };
      }),
    })),
  );
}
