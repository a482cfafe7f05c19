/** Rows and values in the form of the page: texts. */
import { UnknownValue } from '../../../engine/tools/index.ts';
import { maskedForm } from '../language/index.ts';
import { shown } from '../testing/statement-lines.ts';
import type { ShownRows } from './protocol/call.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows and characters of a cell that are sent. */
const mostRows = 100;
const mostCharacters = 2_000;

/** A cell; null for SQL NULL and missing members. Numbers keep all digits, bytes are hexadecimal. */
export function cellText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof UnknownValue) return `unknown: ${value.reason}`;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value.subarray(0, mostCharacters / 2)).toString('hex')}`;
  const text = typeof value === 'string' ? value : shown(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/** `masked`: letters become x and digits 9, so that a form can be seen without its content. */
export function shownRows(rows: readonly Row[], masked = false): ShownRows {
  const some = rows.slice(0, mostRows);
  const columns = [...new Set(some.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown): string | null => {
    const text = cellText(value);
    return masked && text !== null ? maskedForm(text) : text;
  };
  return { columns, rows: some.map((row) => columns.map((name) => cell(row[name]))), count: rows.length };
}
