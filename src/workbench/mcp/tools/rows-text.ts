/** Rows as text: one line of JSON for each row, which needs half of the characters of a JSON document. */
import type { ShownRows } from '../../operations/protocol/call.ts';

const mostCharacters = 200;

const cell = (value: string | null): string | null =>
  value !== null && value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value;

/** At most `most` rows, with long cells cut. `count` is still that of all rows. */
export const limitedRows = ({ rows, ...rest }: ShownRows, most: number): ShownRows => ({
  ...rest,
  rows: rows.slice(0, most).map((row) => row.map(cell)),
});

/** The names of the columns, then the rows in their order. */
export function rowsText({ columns, rows, count }: ShownRows): string {
  if (rows.length === 0) return 'no rows';
  const more = count > rows.length ? [`... ${count - rows.length} more rows`] : [];
  return [columns, ...rows]
    .map((row) => JSON.stringify(row))
    .concat(more)
    .join('\n');
}
