/** Compares the rows that a case expects in the ERP's tables with those that the database has. */
import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber } from '../../base/exact-number.ts';
import { type Difference, differences } from './compare.ts';
import type { StoredSpec } from './exchange-schema.ts';

type TextRow = Readonly<Record<string, string | null>>;

/** A text of the database as a number where the case expects one. */
function likeExpected(expected: unknown, actual: string | null): unknown {
  const isNumber = typeof expected === 'number' || typeof expected === 'bigint' || expected instanceof ExactNumber;
  return isNumber && actual !== null && toDecimalText(actual) !== undefined ? new ExactNumber(actual) : actual;
}

/** Differences between the expected rows and `rows`, whose values are texts as the database formats them. `at`: `stored[0]`. */
export function storedDifferences(spec: StoredSpec, rows: readonly TextRow[], at: string): readonly Difference[] {
  const actual = rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, likeExpected(spec.rows[index]?.[name], value)]),
    ),
  );
  return differences(spec.rows, actual, 'whole', `${at}.rows`);
}
