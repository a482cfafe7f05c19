/** What the results of a call are, whichever the database. */
import type { CallForm, Row } from '../source.ts';

/** The outputs as the first row, an empty one where there are none, and the rows of the result that was asked for. */
export function rowsOfCall(results: readonly (readonly Row[])[], { outputs, rows }: CallForm): readonly Row[] {
  const given = outputs ? results.slice(0, -1) : results;
  const first = outputs ? results.at(-1)?.[0] : undefined;
  const chosen = rows === undefined ? (given[0] ?? [{}]) : (given[rows - 1] ?? []);
  return [first ?? {}, ...chosen];
}
