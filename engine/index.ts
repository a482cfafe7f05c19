/** The engine's only door: a profile's text and a contract go in, an engine that answers the contract comes out. */
export type { Difference } from './cases/compare.ts';
export { type Declared, type DeclaredEndpoint, type DeclaredSource, declaredBy } from './cases/declared.ts';
export {
  type Exchange,
  exchangeUrl,
  isAddressed,
  requestDifferences,
  type SentRequest,
} from './cases/exchange.ts';
export { casesJsonSchema } from './cases/json-schema.ts';
export { answerBeside, type Beside, type Came, type Expectation, judge } from './cases/judge.ts';
export { type LoadedCase, type LoadedCases, loadCases } from './cases/load.ts';
export { statementDifferences } from './cases/statements.ts';
export { checkDatabases, checkProfile, type DatabaseCheck } from './check.ts';
export type { Contract, Endpoint, Field, Fields, IdKind } from './contract.ts';
export {
  type Coverage,
  type CoverageKind,
  type CoveragePoint,
  coverageKinds,
  createCoverage,
  type Reached,
} from './coverage.ts';
export { add, compare, type DecimalText, type Numeric, subtract } from './decimal.ts';
export { type Drift, type DriftInput, profileDrift } from './drift/open.ts';
export type { DurableInput } from './durable.ts';
export { createEngine, type Engine, type EngineCall, type Outcome } from './engine.ts';
export { ExactNumber, jsonText } from './exact-number.ts';
export { cancelExpiry, type Expiry, expireAfter } from './expiry.ts';
export { answerFields, fieldPaths } from './lineage/lineage.ts';
export { type LineageInput, type TracedLineage, traceLineage } from './lineage/open.ts';
export type { FieldLineage, FieldOrigin } from './lineage/origin.ts';
export {
  type CheckedProfile,
  checkForTrials,
  type EngineInput,
  type OpenedEngine,
  openEngine,
} from './open-engine.ts';
export { type Preview, previewCall } from './preview/preview.ts';
export type { PreviewStep } from './preview/step.ts';
export type { FieldFault, Problem } from './problem.ts';
export { type DeclaredSetting, declaredSettings, secretsOf } from './profile/declared-settings.ts';
export { profileJsonSchema } from './profile/json-schema.ts';
export { readDocument } from './profile/load.ts';
export { type Bases, type LocateBase, noBases, readBases } from './profile/overlay/bases.ts';
export { editorJsonSchema } from './profile/overlay/json-schema.ts';
export { showProfile, withOrigins } from './profile/overlay/show.ts';
export { type Lack, type Provided, type Provision, providedBy } from './provision/provision.ts';
export type { Bookmarks } from './run/bookmarks.ts';
export type { EngineEvent } from './run/context.ts';
export type { TraceEvent } from './run/trace.ts';
export type { VersionMarks } from './run/versions.ts';
export type {
  ClaimChange,
  ClaimQuery,
  ClaimState,
  DurableClaim,
  DurableClaims,
  NewDurableClaim,
  NextState,
} from './run/write/durable/claims.ts';
export type { Decision } from './run/write/durable/resolve.ts';
export { Secret } from './secret.ts';
export { UnknownValue } from './shape/encode.ts';
export { answerExample, requestExample } from './shape/example.ts';
export { answerSchema, errorSchema, requestSchema } from './shape/json-schema.ts';
export { compileRequest, parseBody } from './shape/request.ts';
export { firstToken } from './sources/http/auth/rotatingToken.ts';
export type { KeptToken, TokenStore } from './sources/http/auth/tokenStore.ts';
export { concealer } from './sources/http/conceal.ts';
export type { RanRequest, ShownRequest } from './sources/http/observed.ts';
export { type Permitted, take as takePermits } from './sources/http/rates/log.ts';
export type { Grant, RateLimit, RateStore } from './sources/http/rates/rate.ts';
export type { RanStatement } from './sources/observed.ts';
export type { ChangedRow, TableChanges } from './sources/rehearsal/changes.ts';
export type {
  BoundStatement,
  CallContext,
  DialectName,
  Row,
  SqlSession,
  SqlSource,
  SqlValue,
} from './sources/source.ts';
export { SourceError } from './sources/source.ts';
export { type ReleasedAnswer, releasedOf } from './sources/sql/claimsTable.ts';
export { type Dialect, dialects } from './sources/sql/dialects.ts';
export { loadMssql, openSqlSource } from './sources/sql/index.ts';
export { lockName } from './sources/sql/mssqlControl.ts';
export { type PreparedStatement, prepared } from './sources/sql/prepared.ts';
export { whileBusy } from './sources/sql/sqlite/busy.ts';
export { connectSqlite } from './sources/sql/sqlite/connection.ts';
export { preparation as standInPreparation, searchPath as standInPath } from './sources/sql/standIn/functions.ts';
export { isStandInGap, standInGap } from './sources/sql/standIn/source.ts';
export { type Translated, tsqlTranslator } from './sources/sql/standIn/translate.ts';
export { lexicons, tokenize } from './sources/sql/tokens.ts';
export { readTokenNames, type TokenNames, type TokenNamesInput } from './token-names.ts';
export type { PlayedErp, Rehearsal, Trial } from './trial.ts';
export type { Unread, Writes } from './writes/all-desks.ts';
export { readAnswer } from './writes/answer.ts';
export type { Change } from './writes/desk.ts';
export type { Write, WriteState } from './writes/write.ts';
export { type OpenedWrites, openWrites, type WritesInput } from './writes/writes.ts';
