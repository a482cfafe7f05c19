/** Exports of this folder for tests. */
export { mysqlDriverOptions, mysqlIdentity } from './config.ts';
export { mysqlError } from './errors.ts';
export { mysqlKind } from './kind.ts';
export { openMysql } from './source.ts';
export { offsetText, sessionOffset, toZone } from './time-zone.ts';
