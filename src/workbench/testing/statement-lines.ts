/** Formats executed statements and their results as text. */
import { ExactNumber, type RanStatement } from '../../../engine/tools/index.ts';

/** Maximum number of shown rows of a statement. */
const shownRows = 3;

/** A value in one line; numbers keep all digits. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner instanceof ExactNumber) return inner.text;
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
}

/** A statement with its values, and the first rows of its result. */
export function statementLines({ source, sql, values, rows, affected, ms, error }: RanStatement): readonly string[] {
  // In a transaction some drivers count 0 affected rows for a read.
  const count = Math.max(affected ?? 0, rows.length);
  const what = error === undefined ? `${count} row${count === 1 ? '' : 's'} in ${ms.toFixed(1)} ms` : String(error);
  const head = [`${source}: ${what}${values.length > 0 ? `, values ${shown(values)}` : ''}`];
  const text = sql
    .trim()
    .split('\n')
    .map((line) => `  ${line}`);
  const first = rows.slice(0, shownRows).map((row) => `  -> ${shown(row)}`);
  return [...head, ...text, ...first, ...(rows.length > shownRows ? [`  -> ... ${rows.length - shownRows} more`] : [])];
}
