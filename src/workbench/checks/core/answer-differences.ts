/** What changed between two sets of answers. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord, type Json } from '../validation/record.ts';
import { type Answers, type Question, questionText, rowsAt, type TakenAnswer } from './answers.ts';
import { shownValue } from './outcome.ts';

export interface Difference {
  readonly question: Question;
  /** The row by its id, and the member: `K10001: city`. Empty for a whole answer. */
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Rows of lists that differences are no fault in. */
export interface Tolerance {
  /** Further rows that the answer may have. */
  readonly mayGain?: (question: Question, row: Json) => boolean;
  /** Rows that may change or vanish. */
  readonly mayChange?: (question: Question, row: Json) => boolean;
  /** Answers that are not compared. */
  readonly isIgnored?: (question: Question) => boolean;
}

const isJson = (value: unknown): value is Json => isRecord(value);
/** The rows of a list; none of another answer. */
export const rowsOf = ({ path, answer }: TakenAnswer): readonly Json[] => {
  const list = answer[rowsAt[path]?.[0] ?? ''];
  return Array.isArray(list) ? list.filter(isJson) : [];
};

function memberDifferences(question: Question, at: string, before: Json, after: Json): readonly Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    isDeepStrictEqual(before[name], after[name])
      ? []
      : [{ question, member: `${at}${name}`, before: before[name], after: after[name] }],
  );
}

/** A list is as long as its request allows: a further row moves the last one out. */
export const isFull = ({ body }: Question, rows: readonly Json[]): boolean => rows.length === body.limit;

function rowDifferences(before: TakenAnswer, after: TakenAnswer, tolerance: Tolerance): readonly Difference[] {
  const { path, body } = before;
  const question: Question = { path, body };
  const id = rowsAt[path]?.[1] ?? '';
  const [old, now] = [rowsOf(before), rowsOf(after)].map((rows) => Map.groupBy(rows, (row) => String(row[id])));
  const differing: Difference[] = [];
  const isCut = isFull(question, rowsOf(after));
  for (const [key, rows] of old ?? []) {
    const [row = {}] = rows;
    if (tolerance.mayChange?.(question, row) === true) continue;
    const same = now?.get(key) ?? [];
    if (same.length === 0 && isCut) continue;
    const [other] = same;
    if (other === undefined || same.length !== rows.length) {
      differing.push({ question, member: `rows of ${id} ${key}`, before: rows.length, after: same.length });
      continue;
    }
    differing.push(...memberDifferences(question, `${id} ${key}: `, row, other));
  }
  for (const [key, rows] of now ?? []) {
    if (old?.has(key) === true || isFull(question, rowsOf(before))) continue;
    if (rows.every((row) => tolerance.mayGain?.(question, row) === true)) continue;
    differing.push({ question, member: `rows of ${id} ${key}`, before: 0, after: rows.length });
  }
  return differing;
}

/** The differences of answers to the same questions. A question that only one side has is left out. */
export function differences(before: Answers, after: Answers, tolerance: Tolerance = {}): readonly Difference[] {
  return [...before].flatMap(([text, one]) => {
    const other = after.get(text);
    const question: Question = { path: one.path, body: one.body };
    if (other === undefined || tolerance.isIgnored?.(question) === true) return [];
    if (one.status !== other.status) return [{ question, member: 'status', before: one.status, after: other.status }];
    if (one.status !== 200 || isDeepStrictEqual(one.answer, other.answer)) return [];
    return rowsAt[one.path] === undefined
      ? memberDifferences(question, '', one.answer, other.answer)
      : rowDifferences(one, other, tolerance);
  });
}

/** A difference in one line. */
export const differenceText = ({ question, member, before, after }: Difference): string =>
  `${questionText(question)}: ${member} was ${shownValue(before)}, and is ${shownValue(after)}`;
