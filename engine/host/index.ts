/**
 * The interface for the programs of this project, which host the engine: kinds of databases, the text of SQL, timers. It is not part of the public
 * library.
 */

export { cancelExpiry, type Expiry, expireAfter } from '../base/deadline-timer.ts';
export { maskedId, maskedKey } from '../base/masked-id.ts';
export { isMap, type Members } from '../base/members.ts';
export { createQueue } from '../base/queue.ts';
export { closest } from '../diagnostics/did-you-mean.ts';
export { printable } from '../diagnostics/terminal-cells.ts';
export { describeType } from '../profile/grammar/describe-value.ts';
export { takePermits, type WindowEntry } from '../sources/http/rates/sliding-window.ts';
export type { BoundStatement, CallContext, DatabaseAccess, Row, SqlSession, SqlValue } from '../sources/source.ts';
export { isMembers, releasedOf } from '../sources/sql/claims/claims-table.ts';
export type { ConnectionValues } from '../sources/sql/connection.ts';
export { type DescribedFunction, functionTable, type KeywordPlace } from '../sources/sql/editor-words.ts';
export { type Connect, openSqlSource, type SqlSource } from '../sources/sql/kind.ts';
export { fallbackKind, serverSchemes } from '../sources/sql/kinds/index.ts';
export { mssqlKind } from '../sources/sql/mssql/kind.ts';
export { loadMssql } from '../sources/sql/mssql/load-driver.ts';
export { mysqlKind } from '../sources/sql/mysql/kind.ts';
export { postgresKind } from '../sources/sql/postgres/kind.ts';
export {
  queryReader,
  type ReadQuery,
  readSchema,
  readTablesAndViews,
  readViews,
  type TableSchema,
} from '../sources/sql/read-schema.ts';
export { connectSqlite } from '../sources/sql/sqlite/connection.ts';
export { sqliteKind } from '../sources/sql/sqlite/kind.ts';
export { whileBusy } from '../sources/sql/sqlite/lock-retry.ts';
export type { StoreTable } from '../sources/sql/store-sql.ts';
export type { Dialect } from '../sources/sql/text/dialect.ts';
export { masked } from '../sources/sql/text/masked.ts';
export { type OpenPlace, openPlacesIn } from '../sources/sql/text/open-places.ts';
export { type PreparedStatement, prepared } from '../sources/sql/text/prepared.ts';
export { type Lexicon, type Token, tokenize } from '../sources/sql/text/tokens.ts';
