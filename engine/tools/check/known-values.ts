/** Values of statements that need no request. */

import { localDate, localDateTime } from '../../base/local-time.ts';
import { ownMember } from '../../base/members.ts';
import { Secret } from '../../base/secret.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';

/** A database that is checked with its data. */
export interface SourceCheck {
  /** Name of the source. */
  readonly name: string;
  readonly source: SqlSource;
  readonly input: ProfileInput;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The value of `:name`; undefined where it needs a request. */
export function knownValue(wanted: string, { input, now, name }: Omit<SourceCheck, 'source'>): SqlValue | undefined {
  const zone = ownMember(input.profile.sources, name)?.clock ?? 'UTC';
  if (wanted === 'now') return localDateTime(now(), zone);
  if (wanted === 'today') return localDate(now(), zone);
  const value = wanted.startsWith('settings.') ? input.settings.get(wanted.slice(9)) : undefined;
  return value instanceof Secret || typeof value === 'object' ? undefined : value;
}
