/** The rows of a procedure call. */
import type { CallForm, Row } from '../../source.ts';

/** The outputs as the first row (empty where there are none), then the rows of the result that the call chooses. */
export function rowsOfCall(results: readonly (readonly Row[])[], { outputs, rows }: CallForm): readonly Row[] {
  const rowSets = outputs ? results.slice(0, -1) : results;
  const outputRow = outputs ? results.at(-1)?.[0] : undefined;
  const chosen = rows === undefined ? (rowSets[0] ?? [{}]) : (rowSets[rows - 1] ?? []);
  return [outputRow ?? {}, ...chosen];
}
