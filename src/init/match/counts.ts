/** How often each value of a column occurs. */
import type { Column } from '../model/database.ts';
import { distinct } from './shapes.ts';

/** The different values with their number of rows: `0 (12 rows), 1 (3 rows)`. Without a full count those of the rows that were read. */
export function countedValues(column: Column): string {
  const counts = column.counts ?? countsOf(column.values);
  return distinct(column)
    .map((value) => `${value} (${counts.get(value) ?? 0})`)
    .join(', ');
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
