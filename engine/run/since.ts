/** The bounds of "changed since" for one request. */
import { parseInstant } from '../clock.ts';
import type { SincePlan } from '../compile/plan.ts';
import type { SqlValue } from '../sources/source.ts';
import type { RunContext } from './context.ts';

/** No row is older, and SQL Server's `datetime` begins on the day before: an earlier bound would be an error there. */
const oldest = Date.parse('1753-01-02T00:00:00Z');

/** The point in time to compare with, in milliseconds since the epoch. */
export function lookBack(instant: number, overlap: number): number {
  return Math.max(instant - overlap, oldest);
}

/** Values for the conditions of all entries, in their order; undefined where the request asks for no changes. */
export function sinceBounds(
  plans: readonly SincePlan[] | undefined,
  context: RunContext,
): readonly SqlValue[] | undefined {
  const given = context.state.request.modifiedSince;
  const instant = plans === undefined || typeof given !== 'string' ? undefined : parseInstant(given);
  if (plans === undefined || instant === undefined) return undefined;
  return plans.flatMap(({ overlap, bound }) => bound(lookBack(instant, overlap)));
}
