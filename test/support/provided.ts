/** Addresses of the servers that the test run has started. Programs outside of a test run start their own servers. */

/** Vitest can be imported only in its workers, where it sets this variable. */
const vitest = process.env.VITEST === undefined ? undefined : await import('vitest');

/** The address; empty if the run has no such server, and outside of a test run. */
export function providedUrl(name: 'postgresUrl' | 'mysqlUrl'): string {
  return vitest?.inject(name) ?? '';
}
