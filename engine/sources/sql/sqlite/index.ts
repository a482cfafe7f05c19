/** Exports of this folder for tests. */
export { sqliteKind } from './kind.ts';
export { openSqlite, type SqliteOptions } from './source.ts';
