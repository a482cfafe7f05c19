/** The public interface of the library: it creates an engine from a profile and a contract. */

export type { AnswerMemory } from './base/answer-memory.ts';
export type { Contract, Endpoint, Field, Fields, IdKind } from './base/contract.ts';
export type { EventDefinition, EventField, EventLevel, EventOf, EventTable } from './base/event-table.ts';
export { type EngineEvent, engineEvents } from './base/events.ts';
export type { JsonExcess, JsonLimits } from './base/json-scan.ts';
export type { Path, Place } from './base/place.ts';
export { type FieldFault, type Problem, problemLevels } from './base/problem.ts';
export { Secret } from './base/secret.ts';
export type { Span, SpanAttributes } from './base/span.ts';
export { CheckMemory } from './compile/check-memory.ts';
export type { DescribedName, OnScope, TextScope } from './compile/context/text-scope.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
export { renderText } from './diagnostics/render.ts';
export { type Bases, type LocateBase, noBases, readBases } from './profile/overlay/bases.ts';
export type { EngineCall } from './run/answer-call.ts';
export { memoryBookmarks, memoryVersionMarks } from './run/context/memory-ports.ts';
export type { Bookmarks, VersionMarks } from './run/context/ports.ts';
export type { FailedOutcome, FailureCause, Outcome } from './run/outcome.ts';
export type {
  ClaimChange,
  ClaimQuery,
  ClaimState,
  DocumentLocks,
  DurableClaim,
  DurableClaims,
  LockHolder,
  NewDurableClaim,
  NextState,
  Undo,
} from './run/write/durable/claims.ts';
export { compileRequest, parseBody } from './shape/request.ts';
export type { KeptToken, TokenStore } from './sources/http/auth/token-store.ts';
export type { PermitGrant, RateLimit, RateStore } from './sources/http/rates/rate-store.ts';
export type { SlotStore } from './sources/http/rates/slot-store.ts';
export { type PoolState, type PoolStates, SourceError } from './sources/source.ts';
export type { ReleasedAnswer } from './sources/sql/claims/claims-table.ts';
export type { DatabaseKind } from './sources/sql/kind.ts';
export { databaseKinds } from './sources/sql/kinds/index.ts';
export { checkProfile } from './start/check.ts';
export type { DurableInput } from './start/durable-writes.ts';
export type { Engine } from './start/engine.ts';
export type { EndpointStatus, EngineStatus, SourceStatus } from './start/engine-status.ts';
export { type EngineInput, type OpenedEngine, openEngine } from './start/open-engine.ts';
export { createSharedCompilations, type SharedCompilations } from './start/shared-compilations.ts';
