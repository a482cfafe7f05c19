/**
 * "Changed since" where an ERP counts changes and keeps no time of them. A mark tells what the counter stood at, at a time; the rows that
 * changed since a later time are among those with that version or a higher one.
 */

import type { VersionPlan } from '../../plan/read.ts';
import type { SqlValue } from '../../sources/source.ts';
import { type Cell, SourceError } from '../../sources/source.ts';
import type { RunContext } from './context.ts';
import { bind } from './query.ts';

/** Counters of one database, asked in one way, are one counter, whichever list asks. */
function nameOf(plan: VersionPlan, context: RunContext): string {
  return JSON.stringify([context.identity, plan.query.source, plan.text]);
}

/** The version as it is kept: decimal digits of a number, hexadecimal ones of bytes. Undefined where it is nothing of the column's kind. */
function versionText(cell: Cell | undefined, form: VersionPlan['form']): string | undefined {
  if (form === 'binary') return cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : undefined;
  if (typeof cell !== 'number' && typeof cell !== 'bigint' && typeof cell !== 'string') return undefined;
  return /^\d{1,19}$/.test(String(cell)) ? String(cell) : undefined;
}

/**
 * Asks for the version at the beginning of a walk, and remembers it with the time after the answer: whatever is committed later has that
 * version or a higher one. With the time before, a row that was committed while the database was asked would be missed.
 */
export async function markVersion(plan: VersionPlan, context: RunContext): Promise<void> {
  const [row] = await context.execute(plan.query.source, bind(plan.query, context.state));
  const version = versionText(Object.values(row ?? {})[0], plan.form);
  if (version === undefined) {
    throw new SourceError(
      'value',
      `The version is no ${plan.form === 'binary' ? 'binary value' : 'whole number'}, as its column is.`,
    );
  }
  await context.versions.keep(nameOf(plan, context), context.clock(), version);
}

/** The version to compare with for a time; undefined where no mark is old enough, and all rows are given. */
export async function versionSince(
  plan: VersionPlan,
  time: number,
  context: RunContext,
): Promise<SqlValue | undefined> {
  const version = await context.versions.find(nameOf(plan, context), time);
  if (version === undefined) {
    const message = 'No version was remembered at or before that time, so that the list is given as a whole.';
    context.log({ level: 'info', event: 'changes_without_mark', endpoint: context.endpoint, message });
    return undefined;
  }
  return plan.form === 'binary' ? version : BigInt(version);
}
