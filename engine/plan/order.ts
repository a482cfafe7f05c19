/** Puts the rows of several reads into one order, as one database does for the rows of one. */
import { compare, toDecimalText, toNumeric } from '../base/decimal.ts';
import { textOf, type WorkRow } from '../shape/encode.ts';

/** A column to sort by. */
export interface OrderTerm {
  readonly column: string;
  readonly descending: boolean;
}

/** Numbers by value, all else by its text; what is missing goes last, whatever the direction. */
function compareCells(a: unknown, b: unknown, descending: boolean): number {
  const [left, right] = [textOf(a), textOf(b)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const [first, second] = [toDecimalText(a), toDecimalText(b)];
  const numbers = first !== undefined && second !== undefined;
  const way = numbers ? compare(toNumeric(first), toNumeric(second)) : Number(left > right) - Number(left < right);
  return descending ? -way : way;
}

/** The rows, sorted; rows that the terms hold for equal keep their order. */
export function sortRows(rows: readonly WorkRow[], terms: readonly OrderTerm[]): readonly WorkRow[] {
  if (terms.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const { column, descending } of terms) {
      const way = compareCells(a[column], b[column], descending);
      if (way !== 0) return way;
    }
    return 0;
  });
}
