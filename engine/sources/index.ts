/** Exports of this folder for tests. */
export type { HttpMethod, HttpReply, HttpRequest, HttpSource, Judge, Verdict } from './http-source.ts';
export {
  type BoundStatement,
  type CallContext,
  type Cell,
  type ColumnType,
  type DatabaseAccess,
  type Row,
  SourceError,
  type SqlSession,
  type SqlValue,
} from './source.ts';
