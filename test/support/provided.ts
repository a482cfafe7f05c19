/** Addresses of servers that the test run has started. Programs that run by themselves bring servers of their own. */

/** Vitest refuses to be loaded outside of its workers, where it sets this variable. */
const vitest = process.env.VITEST === undefined ? undefined : await import('vitest');

/** The address; empty where the run has no such server, and outside of a test run. */
export function providedUrl(name: 'postgresUrl' | 'mysqlUrl'): string {
  return vitest?.inject(name) ?? '';
}
