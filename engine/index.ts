/** The engine's only door: a profile's text and a contract go in, an engine that answers the contract comes out. */
import { faultsOf } from './check.ts';
import type { Contract } from './contract.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { DurableInput } from './durable.ts';
import { createEngine, type Engine } from './engine.ts';
import { withoutConsequences } from './profile/consequences.ts';
import { openProfile, type ProfileFile } from './profile/open.ts';
import type { Environment } from './profile/settings.ts';
import type { Bookmarks } from './run/bookmarks.ts';
import type { EngineEvent } from './run/context.ts';
import type { VersionMarks } from './run/versions.ts';
import type { TokenStore } from './sources/http/auth/tokenStore.ts';
import type { RateStore } from './sources/http/rates/rate.ts';
import type { Trial } from './trial.ts';

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
export type { Engine, EngineCall, Outcome } from './engine.ts';
export { ExactNumber, jsonText } from './exact-number.ts';
export { cancelExpiry, type Expiry, expireAfter } from './expiry.ts';
export { answerFields, fieldPaths } from './lineage/lineage.ts';
export { type LineageInput, type TracedLineage, traceLineage } from './lineage/open.ts';
export type { FieldLineage, FieldOrigin } from './lineage/origin.ts';
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

export interface EngineInput extends ProfileFile {
  readonly contract: Contract;
  /** Environment variables that settings of the profile may name. */
  readonly environment: Environment;
  /** Name of this installation: part of every write's key, so that a test company never answers for the live one. */
  readonly installation: string | undefined;
  /** The article of the platform's connection test. */
  readonly demoSku: string | undefined;
  /** Where the pages of a walk through a list begin. */
  readonly bookmarks: Bookmarks;
  /** What counters of changes stood at. */
  readonly versions: VersionMarks;
  /** Where tokens that rotate are kept; undefined where there is no key to encrypt them with. */
  readonly tokens?: TokenStore | undefined;
  /** Where all replicas count their requests to an ERP together; undefined: each for itself. */
  readonly rates?: RateStore | undefined;
  /** What writes into ERPs by HTTP go by. A profile that has them needs it. */
  readonly durable?: DurableInput | undefined;
  /** Instances of the service; 1 when not given. */
  readonly replicas?: number;
  readonly emit: (event: EngineEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The profile is tried, not served. */
  readonly trial?: Trial;
}

/** An engine, or what is wrong with its profile. `sources` holds the texts that the diagnostics point into. */
export type OpenedEngine =
  | {
      readonly ok: true;
      readonly engine: Engine;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Compiles a profile. Its databases are not touched before `engine.start()`. */
export async function openEngine(input: EngineInput): Promise<OpenedEngine> {
  const { profileFile, contract, environment, trial } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment);
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const given = { ...loaded, contract, trial: trial !== undefined };
  const all = withoutConsequences(diagnostics, await faultsOf(given, 'start'));
  if (all.some(({ severity }) => severity === 'error')) return { ok: false, diagnostics: all, sources };
  const { installation, demoSku, bookmarks, versions, tokens, rates, durable, replicas, emit, now } = input;
  const engine = createEngine({
    input: { ...given, coverage: trial?.coverage },
    profileFile,
    installation,
    demoSku,
    bookmarks,
    versions,
    tokens,
    rates,
    durable,
    ...(replicas === undefined ? {} : { replicas }),
    trial,
    emit,
    now,
  });
  return { ok: true, engine, diagnostics: all, sources };
}
