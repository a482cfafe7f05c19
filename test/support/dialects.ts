/** The databases that this test run has. */
import { inject } from 'vitest';
import type { DialectName } from '../../engine/sources/source.ts';
import { mssqlUrl } from './mssql.ts';

/** Whether there is a MySQL or MariaDB; where there is none, the set-up of the run has said why. */
export const hasMysql: boolean = inject('mysqlUrl') !== '';

/** What the demo ERP can be loaded into: its scripts and its profile are in standard SQL, which T-SQL is too far from. */
export type DemoDialect = Exclude<DialectName, 'mssql'>;

export const demoDialects: readonly DemoDialect[] = ['sqlite', 'postgres', ...(hasMysql ? ['mysql' as const] : [])];

export const testedDialects: readonly DialectName[] = [
  ...demoDialects,
  ...(mssqlUrl === undefined ? [] : ['mssql' as const]),
];
