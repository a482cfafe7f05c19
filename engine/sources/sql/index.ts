/** Exports of this folder for tests. */
export { tableName } from './catalogue.ts';
export type { NewClaim } from './claims-sql.ts';
export type { IndexNeed } from './index-rules.ts';
export { type DatabaseKind, openSqlSource, type SqlSource } from './kind.ts';
