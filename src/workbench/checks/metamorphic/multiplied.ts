/** Numbers and rows of answers that a further row of a joined table multiplies. */
import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '../core/answer-differences.ts';
import { type Answers, type Question, rowsAt, type TakenAnswer } from '../core/answers.ts';
import { isRecord, type Json } from '../validation/record.ts';

const rowsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const lineText = ({ balance: _balance, ...line }: Json): string => JSON.stringify(line);
const hasAmount = (line: Json): boolean =>
  Object.values(line).some((value) => typeof value === 'number' && value !== 0);

/** Lines that there are more of than before: two of any kind, or one that equals a line with an amount. */
function repeatedLines(before: unknown, after: unknown): readonly Json[] {
  const count = (lines: readonly Json[]) => Map.groupBy(lines, lineText);
  const old = count(rowsIn(before));
  const added = [...count(rowsIn(after))].flatMap(([text, lines]) => lines.slice(old.get(text)?.length ?? 0));
  const repeated = added.filter((line) => old.has(lineText(line)) && hasAmount(line));
  return added.length > 1 ? added : repeated;
}

function memberChanges(question: Question, at: string, before: Json, after: Json): readonly Difference[] {
  return Object.keys(before).flatMap((name): readonly Difference[] => {
    const [old, now] = [before[name], after[name]];
    const member = `${at}${name}`;
    if (name === 'lines') {
      const added = repeatedLines(old, now);
      const lines = rowsIn(old).length;
      return added.length === 0
        ? []
        : [{ question, member: `${at}number of lines`, before: lines, after: rowsIn(now).length }];
    }
    const isNumber = typeof old === 'number' || typeof now === 'number';
    return isNumber && !isDeepStrictEqual(old, now) ? [{ question, member, before: old, after: now }] : [];
  });
}

function rowChanges(before: TakenAnswer, after: TakenAnswer, list: string, id: string): readonly Difference[] {
  const { path, body } = before;
  const question: Question = { path, body };
  const now = Map.groupBy(rowsIn(after.answer[list]), (row) => String(row[id]));
  return [...Map.groupBy(rowsIn(before.answer[list]), (row) => String(row[id]))].flatMap(([key, rows]) => {
    const same = now.get(key) ?? [];
    const [row, other] = [rows[0], same[0]];
    if (row === undefined || other === undefined) return [];
    if (same.length > rows.length)
      return [{ question, member: `rows of ${id} ${key}`, before: rows.length, after: same.length }];
    return memberChanges(question, `${id} ${key}: `, row, other);
  });
}

/** What is multiplied. Further rows, and rows that vanish, are not. */
export function multiplied(before: Answers, after: Answers): readonly Difference[] {
  return [...before].flatMap(([text, one]) => {
    const other = after.get(text);
    if (other === undefined || one.status !== 200 || other.status !== 200) return [];
    const [list, id] = rowsAt[one.path] ?? [];
    if (list !== undefined && id !== undefined) return rowChanges(one, other, list, id);
    return memberChanges({ path: one.path, body: one.body }, '', one.answer, other.answer);
  });
}
