/** The databases that this test run has. */

import type { DialectName } from './kinds.ts';
import { mssqlUrl } from './mssql.ts';
import { providedUrl } from './provided.ts';

/** Whether there is a MySQL or MariaDB; where there is none, the set-up of the run has said why. */
export const hasMysql: boolean = providedUrl('mysqlUrl') !== '';

/** Whether there is a SQL Server; where there is none, the set-up of the run has said so. */
export const hasMssql: boolean = mssqlUrl !== undefined;

export const testedDialects: readonly DialectName[] = [
  'sqlite',
  'postgres',
  ...(hasMysql ? ['mysql' as const] : []),
  ...(hasMssql ? ['mssql' as const] : []),
];
