/** What an operator wants to know about a database server and the login: the interface that each kind of database implements. */
import type { HealthCheck } from '../../base/health-check.ts';
import type { Row } from '../source.ts';

/** Runs one statement on a connection that only reads. Rejects with `SourceError`. */
export type Ask = (sql: string) => Promise<readonly Row[]>;

export interface ServerHealth {
  version(ask: Ask): Promise<HealthCheck>;
  /** A query for one row with the column `utc`: the server's time as `2026-01-31T12:00:00.000`. Undefined if the database has no clock. */
  readonly utcQuery: string | undefined;
  /** Whether the server knows the IANA time zone of the profile's `clock`. Undefined where it needs none. */
  readonly timeZone: ((ask: Ask, zone: string) => Promise<HealthCheck>) | undefined;
  /** Rights of the login that a service does not need. `writes`: whether the profile writes to this source. */
  excess(ask: Ask, writes: boolean): Promise<readonly HealthCheck[]>;
}

interface Versions {
  /** The product and version, as a person writes it: `PostgreSQL 18.1`. */
  readonly version: string;
  /** The version that the tests of this program run on: `PostgreSQL 18`. Undefined if they run on none. */
  readonly tested: string | undefined;
}

/** Compares a server's version with the tested one, which docs/databases.md states. */
export function versionCheck({ version, tested }: Versions): HealthCheck {
  const name = 'version';
  const isTested = tested !== undefined && (version === tested || version.startsWith(`${tested}.`));
  if (isTested) return { name, status: 'ok', what: version };
  return {
    name,
    status: 'warning',
    what: `${version} is not a tested version${tested === undefined ? '' : ` (tested: ${tested})`}.`,
    why: 'The tests of this program have not run on it (docs/databases.md).',
    fix: 'Run `engine check --connect` and `engine sandbox` against a copy of this database before you use it.',
  };
}

const grantsPage = 'docs/howto/read-only-login.md';

/** The check that found no excessive right. */
export const noExcess = (login: string): HealthCheck => {
  return {
    name: 'excessive rights',
    status: 'ok',
    what: `The login ${login} has no right that the service does not need.`,
  };
};

/** A right that the service does not need. `fix`: SQL that removes it. */
export function excessiveRight(
  status: 'error' | 'warning',
  right: { readonly what: string; readonly why: string; readonly fix: string },
): HealthCheck {
  return { name: 'excessive rights', status, what: right.what, why: right.why, fix: `${right.fix} (${grantsPage})` };
}
