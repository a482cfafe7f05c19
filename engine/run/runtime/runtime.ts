/** The parts of an engine that all its calls share, and the context that a call starts with. */

import type { EngineEvent, SourceEvent } from '../../base/events.ts';
import type { MaskedPart } from '../../base/masked-id.ts';
import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { RequestValues } from '../../shape/request.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import type { CallContext } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import type { RunContext } from '../context/context.ts';
import type { Bookmarks, VersionMarks } from '../context/ports.ts';
import type { Trace } from '../context/trace.ts';
import type { Values } from '../request/request-values.ts';
import { readCounted } from '../statement/count-rows.ts';
import type { WriteGuard } from '../write/claim.ts';
import type { InFlight } from '../write/coalesce-writes.ts';
import type { DurableClaims } from '../write/durable/claims.ts';
import type { LockState } from '../write/durable/document-lock.ts';
import type { DurableTiming } from '../write/durable/durable-work.ts';
import type { Installation } from '../write/installation.ts';

/** Required by writes into ERPs without transactions. */
export interface DurableRuntime {
  readonly claims: DurableClaims;
  /** Milliseconds since the epoch, from a monotonic clock. */
  readonly clock: () => number;
  readonly timing: DurableTiming;
  readonly lockState: LockState;
  /** Distinguishes ERPs and companies whose claims are in one store. */
  readonly installation: string;
}

/** Shared by every call of an engine. */
export interface Runtime {
  /** The start of every answer: `{"schemaVersion":"1"`. */
  readonly opening: string;
  readonly sources: ReadonlyMap<string, SqlSource | HttpSource>;
  /** By source: prevents two writes with the same key. */
  readonly guards: ReadonlyMap<string, WriteGuard>;
  /** Undefined without a store for durable claims. */
  readonly durable: DurableRuntime | undefined;
  /** Settings that are not secrets, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** All settings by name, secrets as `Secret`. */
  readonly requestSettings: ReadonlyMap<string, unknown>;
  /** What the log of failed calls masks. */
  readonly masked: ReadonlySet<MaskedPart>;
  /** SHA-256 of `settings`, in hexadecimal digits. */
  readonly settingsDigest: string;
  readonly zone: string;
  /** Distinguishes companies whose documents are in one database. */
  readonly installation: Installation;
  /** Identifies the databases of the sources, together with the name of the installation. */
  readonly identity: string;
  readonly demoSku: string | undefined;
  readonly inFlight: InFlight;
  readonly bookmarks: Bookmarks;
  readonly versions: VersionMarks;
  /**
   * Milliseconds since the epoch: the value of `:now` and `:today`. Equals `now`, unless the profile is tested at
   * another time.
   */
  readonly documentTime: () => number;
  readonly now: () => number;
  /** Undefined if calls are not traced. */
  readonly trace: Trace | undefined;
  /** Rehearsal: writes over HTTP are not sent. */
  readonly rehearsed: boolean;
}

/** The problem of a source that has not been reached since the start. */
export function unreachableProblem(): ProblemError {
  return new ProblemError({ kind: 'unreachable', message: 'The ERP cannot be reached at the moment.', retryAfter: 5 });
}

/** Throws the problem `unreachable` where the source is not open, and `Error` where it is no database. */
export function sourceOf(runtime: Runtime, name: string): SqlSource {
  const source = runtime.sources.get(name);
  if (source === undefined) throw unreachableProblem();
  if (source.kind !== 'sql') throw new Error(`The source ${name} is not an SQL source`);
  return source;
}

function httpSourceOf(runtime: Runtime, name: string): HttpSource {
  const source = runtime.sources.get(name);
  if (source === undefined) throw unreachableProblem();
  if (source.kind !== 'http') throw new Error(`The source ${name} is not an HTTP source`);
  return source;
}

/** Runs the reads of a call. */
function reader(runtime: Runtime, call: CallContext): RunContext['execute'] {
  return (source, statement) => readCounted(sourceOf(runtime, source).read, statement, call);
}

/** Sends the requests of a call; their log events carry the call's request id. */
function sender(runtime: Runtime, call: CallContext, log: (event: EngineEvent) => void): RunContext['send'] {
  return (source, request, judge) => {
    const report = (event: SourceEvent): void => log({ ...event, source });
    return httpSourceOf(runtime, source).send(request, judge, { ...call, report });
  };
}

/** The context with another deadline, or without cancellation. */
export function withCall(runtime: Runtime, context: RunContext, limits: CallContext): RunContext {
  const { origin, memory } = context.call;
  const call = { ...limits, origin, memory };
  return {
    ...context,
    call,
    execute: reader(runtime, call),
    send: sender(runtime, call, context.log),
  };
}

interface ContextInput {
  readonly plan: EndpointPlan;
  readonly runtime: Runtime;
  readonly request: RequestValues;
  /** From `requestValues`. */
  readonly values: Values['values'];
  readonly call: CallContext;
  readonly log: (event: EngineEvent) => void;
}

/** The context that a call starts with. */
export function contextOf({ plan, runtime, request, values, call, log }: ContextInput): RunContext {
  const { settings, requestSettings, settingsDigest, zone, bookmarks, versions, identity, trace, now: clock } = runtime;
  const state = { request, values, steps: {}, key: undefined, rows: [], settings, now: runtime.documentTime() };
  return {
    bookmarks,
    versions,
    identity,
    endpoint: plan.endpoint.path,
    call,
    state,
    execute: reader(runtime, call),
    send: sender(runtime, call, log),
    requestSettings,
    settingsDigest,
    zone,
    clock,
    log,
    trace,
  };
}
