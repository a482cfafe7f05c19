/**
 * `modifiedSince` for an ERP that counts changes without their time. A mark is the value of the counter at a time;
 * the rows that changed since a later time are among those with that version or a higher one.
 */

import type { VersionPlan } from '../../plan/read.ts';
import type { SqlValue } from '../../sources/source.ts';
import { type Cell, SourceError } from '../../sources/source.ts';
import type { RunContext } from '../context/context.ts';
import { bind } from '../statement/run-statement.ts';

/** Identifies a counter: lists that read the same counter of one database share their marks. */
function nameOf(plan: VersionPlan, context: RunContext): string {
  return JSON.stringify([context.identity, plan.query.source, plan.text]);
}

/**
 * The stored form of a version: decimal digits of a number, hexadecimal digits of bytes. Undefined if the value does
 * not fit the kind of the column.
 */
function versionText(cell: Cell | undefined, form: VersionPlan['form']): string | undefined {
  if (form === 'binary') return cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : undefined;
  if (typeof cell !== 'number' && typeof cell !== 'bigint' && typeof cell !== 'string') return undefined;
  return /^\d{1,19}$/.test(String(cell)) ? String(cell) : undefined;
}

/** The value of a counter at a time, in milliseconds since the epoch. */
export interface VersionMark {
  readonly taken: number;
  readonly version: string;
}

/**
 * Reads the version at the start of a walk, and stores it with the time after the answer: whatever is committed later
 * has that version or a higher one. With the time before, a row that is committed during the query would be missed.
 */
export async function markVersion(plan: VersionPlan, context: RunContext): Promise<VersionMark> {
  const [row] = await context.execute(plan.query.source, bind(plan.query, context.state));
  const version = versionText(Object.values(row ?? {})[0], plan.form);
  if (version === undefined) {
    throw new SourceError(
      'value',
      `The version is not a ${plan.form === 'binary' ? 'binary value' : 'whole number'}, although its column is.`,
    );
  }
  const taken = context.clock();
  await context.versions.keep(nameOf(plan, context), taken, version);
  return { taken, version };
}

/**
 * The version to compare with for a time; undefined if no mark is old enough, so that all rows are read. `mark`: the
 * one of this request. The store does not keep every mark, so that its newest one may be older.
 */
export async function versionSince(
  plan: VersionPlan,
  time: number,
  mark: VersionMark | undefined,
  context: RunContext,
): Promise<SqlValue | undefined> {
  const isOldEnough = mark !== undefined && mark.taken <= time;
  const version = isOldEnough ? mark.version : await context.versions.find(nameOf(plan, context), time);
  if (version === undefined) {
    const message = 'No version is stored for that time or earlier, so the complete list is returned.';
    context.log({ level: 'info', event: 'changes_without_mark', endpoint: context.endpoint, message });
    return undefined;
  }
  return plan.form === 'binary' ? version : BigInt(version);
}
