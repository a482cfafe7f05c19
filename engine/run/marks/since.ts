/** The bounds of `modifiedSince` for one request. */
import { parseInstant } from '../../base/instant.ts';
import type { SincePlan } from '../../plan/read.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { RunContext } from '../context/context.ts';
import { markVersion, type VersionMark, versionSince } from './versions.ts';

/** No row is older. SQL Server's `datetime` starts on the day before, so an earlier bound would be an error there. */
const oldest = Date.parse('1753-01-02T00:00:00Z');

/** The time to compare with, in milliseconds since the epoch. */
export function withOverlap(instant: number, overlap: number): number {
  return Math.max(instant - overlap, oldest);
}

/** Values for the conditions of all entries, in their order; undefined if all rows are to be read. */
export async function sinceBounds(
  plans: readonly SincePlan[],
  context: RunContext,
): Promise<readonly SqlValue[] | undefined> {
  const { modifiedSince, page } = context.state.request;
  const marks = new Map<SincePlan, VersionMark>();
  // At the start of every walk, so that the next one has a mark to start from.
  if (page === undefined || page === 1)
    for (const plan of plans) if (plan.kind === 'version') marks.set(plan, await markVersion(plan, context));
  const instant = typeof modifiedSince === 'string' ? parseInstant(modifiedSince) : undefined;
  if (instant === undefined) return undefined;
  const bounds: SqlValue[] = [];
  for (const plan of plans) {
    const from = withOverlap(instant, plan.overlap);
    const values = plan.kind === 'time' ? plan.bound(from) : [await versionSince(plan, from, marks.get(plan), context)];
    for (const value of values) {
      if (value === undefined) return undefined;
      bounds.push(value);
    }
  }
  return bounds;
}
