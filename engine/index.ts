/** The engine's only door: a profile's text and a contract go in, an engine that answers the contract comes out. */

export type { Contract, Endpoint, Field, Fields, IdKind } from './base/contract.ts';
export {
  type Coverage,
  type CoverageKind,
  type CoveragePoint,
  coverageKinds,
  createCoverage,
  type Reached,
} from './base/coverage.ts';
export { cancelExpiry, type Expiry, expireAfter } from './base/deadline-timer.ts';
export { add, compare, type DecimalText, type Numeric, subtract } from './base/decimal.ts';
export type { EventDefinition, EventField, EventLevel, EventOf, EventTable } from './base/event-table.ts';
export { type EngineEvent, engineEvents } from './base/events.ts';
export { ExactNumber, jsonText } from './base/exact-number.ts';
export type { Place } from './base/place.ts';
export { type FieldFault, type Problem, problemLevels } from './base/problem.ts';
export { Secret } from './base/secret.ts';
export { type DeclaredSetting, declaredSettings, secretsOf } from './profile/declared-settings.ts';
export { profileJsonSchema } from './profile/grammar/json-schema.ts';
export { readDocument } from './profile/load.ts';
export { type Bases, type LocateBase, noBases, readBases } from './profile/overlay/bases.ts';
export { editorJsonSchema } from './profile/overlay/editor-schema.ts';
export { showProfile, withOrigins } from './profile/overlay/show-profile.ts';
export type { EngineCall } from './run/answer-call.ts';
export type { Bookmarks, VersionMarks } from './run/context/ports.ts';
export type { TraceEvent } from './run/context/trace.ts';
export type { FailedOutcome, FailureCause, Outcome } from './run/outcome.ts';
export type {
  ClaimChange,
  ClaimQuery,
  ClaimState,
  DurableClaim,
  DurableClaims,
  NewDurableClaim,
  NextState,
} from './run/write/durable/claims.ts';
export type { Decision } from './run/write/durable/operator-resolution.ts';
export { UnknownValue } from './shape/encode.ts';
export { answerExample, requestExample } from './shape/example.ts';
export { answerSchema, errorSchema, requestSchema } from './shape/json-schema.ts';
export { compileRequest, parseBody } from './shape/request.ts';
export { firstToken } from './sources/http/auth/rotating-token.ts';
export type { KeptToken, TokenStore } from './sources/http/auth/token-store.ts';
export { concealer } from './sources/http/hide-secrets.ts';
export type { RanRequest, ShownRequest } from './sources/http/observed.ts';
export type { PermitGrant, RateLimit, RateStore } from './sources/http/rates/rate-store.ts';
export { takePermits, type WindowEntry } from './sources/http/rates/sliding-window.ts';
export type { ChangedRow, TableChanges } from './sources/rehearsal/changes.ts';
export type {
  BoundStatement,
  CallContext,
  DatabaseAccess,
  Row,
  SqlSession,
  SqlValue,
} from './sources/source.ts';
export { SourceError } from './sources/source.ts';
export { type ReleasedAnswer, releasedOf } from './sources/sql/claims/claims-table.ts';
export type { ConnectionValues } from './sources/sql/connection.ts';
export { type Connect, type DatabaseKind, openSqlSource, type SqlSource } from './sources/sql/kind.ts';
export { databaseKinds, fallbackKind, serverSchemes } from './sources/sql/kinds/index.ts';
export { mssqlKind } from './sources/sql/mssql/kind.ts';
export { loadMssql } from './sources/sql/mssql/load-driver.ts';
export { mysqlKind } from './sources/sql/mysql/kind.ts';
export type { RanStatement } from './sources/sql/observed.ts';
export { postgresKind } from './sources/sql/postgres/kind.ts';
export { connectSqlite } from './sources/sql/sqlite/connection.ts';
export { sqliteKind } from './sources/sql/sqlite/kind.ts';
export { whileBusy } from './sources/sql/sqlite/lock-retry.ts';
export type { StoreTable } from './sources/sql/store-sql.ts';
export type { Dialect } from './sources/sql/text/dialect.ts';
export { type PreparedStatement, prepared } from './sources/sql/text/prepared.ts';
export { type Lexicon, tokenize } from './sources/sql/text/tokens.ts';
export { checkDatabases, checkProfile, type DatabaseCheck } from './start/check.ts';
export type { DurableInput } from './start/durable-writes.ts';
export { createEngine, type Engine } from './start/engine.ts';
export {
  type CheckedProfile,
  checkForTests,
  type EngineInput,
  type OpenedEngine,
  openEngine,
} from './start/open-engine.ts';
export type { PlayedErp, Rehearsal, Trial } from './start/test-overrides.ts';
export { readTokenNames, type TokenNames, type TokenNamesInput } from './start/token-names.ts';
export type { Difference } from './tools/cases/compare.ts';
export { type Declared, type DeclaredEndpoint, type DeclaredSource, declaredBy } from './tools/cases/declared.ts';
export {
  type Exchange,
  exchangeUrl,
  isAddressed,
  requestDifferences,
  type SentRequest,
} from './tools/cases/exchange.ts';
export { casesJsonSchema } from './tools/cases/json-schema.ts';
export { answerBeside, type Beside, type Came, type Expectation, judge } from './tools/cases/judge.ts';
export { type LoadedCase, type LoadedCases, loadCases } from './tools/cases/load.ts';
export { statementDifferences } from './tools/cases/statements.ts';
export { type Drift, type DriftInput, profileDrift } from './tools/drift/open.ts';
export { answerFields, fieldPaths } from './tools/lineage/lineage.ts';
export { type LineageInput, type TracedLineage, traceLineage } from './tools/lineage/open.ts';
export type { FieldLineage, FieldOrigin } from './tools/lineage/origin.ts';
export { type Preview, previewCall } from './tools/preview/preview.ts';
export type { PreviewStep } from './tools/preview/step.ts';
export { type Lack, type Provided, type Provision, providedBy } from './tools/provision/provision.ts';
export type { Unread, Writes } from './tools/writes/all-claims.ts';
export { readAnswer } from './tools/writes/answer.ts';
export type { Change } from './tools/writes/claim-admin.ts';
export type { Write, WriteState } from './tools/writes/write.ts';
export { type OpenedWrites, openWrites, type WritesInput } from './tools/writes/writes.ts';
