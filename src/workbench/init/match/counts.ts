/** How often each value of a column occurs. */
import type { Column } from '../model/database.ts';
import { distinct } from './shapes.ts';

/** The different values with their number of rows: `0 (12), 1 (3)`. */
export function countedValues(column: Column): string {
  const counts = countsOf(column);
  return distinct(column)
    .map((value) => `${value} (${counts.get(value) ?? 0})`)
    .join(', ');
}

/** The number of rows by value. Without a full count those of the rows that were read. */
export function countsOf({ counts: counted, values }: Column): ReadonlyMap<string, number> {
  if (counted !== undefined) return counted;
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
