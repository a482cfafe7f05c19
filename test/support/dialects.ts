/** The databases of this test run. */

import type { DialectName } from './kinds.ts';
import { mssqlUrl } from './mssql.ts';
import { providedUrl } from './provided.ts';

/** Whether the run has a MySQL or MariaDB; if not, its set-up has printed the reason. */
export const hasMysql: boolean = providedUrl('mysqlUrl') !== '';

/** Whether the run has a SQL Server; if not, its set-up has printed the reason. */
export const hasMssql: boolean = mssqlUrl !== undefined;

export const testedDialects: readonly DialectName[] = [
  'sqlite',
  'postgres',
  ...(hasMysql ? ['mysql' as const] : []),
  ...(hasMssql ? ['mssql' as const] : []),
];
