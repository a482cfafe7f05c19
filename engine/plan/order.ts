/** Sorting of rows that come from several reads, where no database can sort them. */
import { compare, toDecimalText, toNumeric } from '../base/decimal.ts';
import { textOf, type WorkRow } from '../shape/encode.ts';

/** A column to sort by. */
export interface OrderTerm {
  readonly column: string;
  readonly descending: boolean;
}

/** Compares numbers by value and everything else as text. Missing values go last in both directions. */
function compareCells(a: unknown, b: unknown, descending: boolean): number {
  const [left, right] = [textOf(a), textOf(b)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const [first, second] = [toDecimalText(a), toDecimalText(b)];
  const numbers = first !== undefined && second !== undefined;
  const result = numbers ? compare(toNumeric(first), toNumeric(second)) : Number(left > right) - Number(left < right);
  return descending ? -result : result;
}

/** Sorts rows. The sort is stable: rows that are equal by all terms keep their order. */
export function sortRows(rows: readonly WorkRow[], terms: readonly OrderTerm[]): readonly WorkRow[] {
  if (terms.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const { column, descending } of terms) {
      const result = compareCells(a[column], b[column], descending);
      if (result !== 0) return result;
    }
    return 0;
  });
}
