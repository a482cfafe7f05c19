/** Rows that differ from each other: one for each value of columns with few values, so that each case of a condition has a row. */
import type { Row } from '../../../../engine/host/index.ts';

/** A column with more different values than this distinguishes rows by their ids only. */
const mostValues = 12;

/** What a cell is for a condition: empty, zero, negative, or a value of few. */
function kindsOf(rows: readonly Row[], column: string): (row: Row) => string {
  const values = new Set(rows.map((row) => String(row[column])));
  if (values.size <= mostValues) return (row) => String(row[column]);
  return (row) => {
    const cell = row[column];
    if (cell === null || cell === undefined || cell === '') return 'empty';
    const number = Number(cell);
    return Number.isNaN(number) ? 'text' : `${Math.sign(number)}${Number.isInteger(number) ? '' : 'f'}`;
  };
}

/** At most `most` rows, those first that show most kinds of values which no row before them shows. */
export function diverseRows(rows: readonly Row[], most: number): readonly Row[] {
  const columns = Object.keys(rows[0] ?? {});
  const kinds = columns.map((column) => [column, kindsOf(rows, column)] as const);
  const marks = new Map(rows.map((row) => [row, kinds.map(([column, kindOf]) => `${column} ${kindOf(row)}`)]));
  const seen = new Set<string>();
  const chosen: Row[] = [];
  const open = new Set(rows);
  while (chosen.length < most && open.size > 0) {
    let [best, score]: [Row | undefined, number] = [undefined, 0];
    for (const row of open) {
      const fresh = (marks.get(row) ?? []).filter((mark) => !seen.has(mark)).length;
      if (best === undefined || fresh > score) [best, score] = [row, fresh];
    }
    if (best === undefined) break;
    open.delete(best);
    chosen.push(best);
    for (const mark of marks.get(best) ?? []) seen.add(mark);
    // Nothing is new in the others: they are spread over the table.
    if (score === 0) break;
  }
  const rest = [...open];
  const step = Math.max(1, Math.floor(rest.length / Math.max(1, most - chosen.length)));
  return [...chosen, ...rest.filter((_, index) => index % step === 0)].slice(0, most);
}
