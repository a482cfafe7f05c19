/**
 * Starts one MariaDB for a test run and provides its address to the tests. `MYSQL_URL` names an existing MySQL or
 * MariaDB server instead, with a login that may create databases and users: `mysql://root:password@host:port/`.
 * Without a server its tests are not registered, and one line states the reason; in CI this is a failure.
 */
import type { TestProject } from 'vitest/node';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import { startMariadb } from './mariadb-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a MySQL or MariaDB server with the administrator login; empty if there is none. */
    mysqlUrl: string;
    /** Whether INSERT supports `RETURNING`: MariaDB does, MySQL does not. */
    mysqlReturns: boolean;
  }
}

/** The version of an existing server. Rejects if the server lacks what the tests need. */
function versionOf(url: string): Promise<string> {
  return onMysql(url, async (run) => {
    const [row] = await run(
      "select version() as version, convert_tz('2026-01-01', '+00:00', 'Europe/Berlin') as zoned",
    );
    if (row?.zoned) return String(row.version);
    const cure = 'Load them once: mysql_tzinfo_to_sql /usr/share/zoneinfo | mysql -u root -p mysql';
    throw new Error(`The server that MYSQL_URL names knows no time zones by name, which the tests compare by. ${cure}`);
  });
}

/** Vitest's global set-up; returns the tear-down. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.MYSQL_URL;
  if (given) {
    const version = await versionOf(given);
    project.provide('mysqlUrl', given);
    project.provide('mysqlReturns', version.includes('MariaDB'));
    process.stdout.write(`MySQL: the tests run on the server that MYSQL_URL names, version ${version}.\n`);
    return undefined;
  }
  try {
    const { url, stop } = await startMariadb();
    project.provide('mysqlUrl', url);
    project.provide('mysqlReturns', true);
    return stop;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    const reason =
      error instanceof Error ? error.message.split('\n').slice(-4).join(' | ').replace(/\.$/, '') : String(error);
    const cure = 'Install the package mariadb-server-core, or set MYSQL_URL to a server to use instead.';
    process.stderr.write(`No tests on MySQL: ${reason}. ${cure}\n`);
    project.provide('mysqlUrl', '');
    project.provide('mysqlReturns', false);
    return undefined;
  }
}
