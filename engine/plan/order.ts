/** Sorting of rows that come from several reads, where no database can sort them. */
import { compare, type Numeric, toDecimalText, toNumeric } from '../base/decimal.ts';
import { mapInTurns, sortInTurns } from '../base/turn.ts';
import { textOf, type WorkRow } from '../shape/encode.ts';

/** A column to sort by. */
export interface OrderTerm {
  readonly column: string;
  readonly descending: boolean;
}

/** A value to sort by. */
interface Cell {
  readonly text: string | undefined;
  /** Its decimal number, if it is one. */
  readonly number: Numeric | undefined;
}

function cellOf(value: unknown): Cell {
  const decimal = toDecimalText(value);
  return { text: textOf(value), number: decimal === undefined ? undefined : toNumeric(decimal) };
}

/** Compares numbers by value and everything else as text. Missing values go last in both directions. */
function compareCells(a: Cell, b: Cell, descending: boolean): number {
  const [left, right] = [a.text, b.text];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const areNumbers = a.number !== undefined && b.number !== undefined;
  const result = areNumbers ? compare(a.number, b.number) : Number(left > right) - Number(left < right);
  return descending ? -result : result;
}

interface Keyed {
  readonly row: WorkRow;
  readonly cells: readonly Cell[];
}

const missing: Cell = { text: undefined, number: undefined };

function compareKeyed(terms: readonly OrderTerm[], a: Keyed, b: Keyed): number {
  for (const [index, { descending }] of terms.entries()) {
    const result = compareCells(a.cells[index] ?? missing, b.cells[index] ?? missing, descending);
    if (result !== 0) return result;
  }
  return 0;
}

/** Sorts rows in turns. The sort is stable: rows that are equal by all terms keep their order. */
export async function sortRows(rows: readonly WorkRow[], terms: readonly OrderTerm[]): Promise<readonly WorkRow[]> {
  if (terms.length === 0) return rows;
  const keyed = await mapInTurns(
    rows,
    (row): Keyed => ({ row, cells: terms.map(({ column }) => cellOf(row[column])) }),
  );
  const sorted = await sortInTurns(keyed, (a, b) => compareKeyed(terms, a, b));
  return sorted.map(({ row }) => row);
}
