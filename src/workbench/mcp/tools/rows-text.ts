/** Rows as text: one line of JSON for each row, which needs half of the characters of a JSON document. */
import type { ShownRows } from '../../operations/protocol/call.ts';

const mostCharacters = 200;

const cell = (value: string | null | undefined): string | null =>
  value === undefined || value === null
    ? null
    : value.length > mostCharacters
      ? `${value.slice(0, mostCharacters)}…`
      : value;

/** The names of the columns, then at most `most` rows in their order. */
export function rowsText({ columns, rows, count }: ShownRows, most: number): string {
  if (rows.length === 0) return 'no rows';
  const shown = rows.slice(0, most).map((row) => JSON.stringify(row.map(cell)));
  const more = count > shown.length ? [`... ${count - shown.length} more rows`] : [];
  return [JSON.stringify(columns), ...shown, ...more].join('\n');
}
