/** What one request runs with: its state, the way to the sources, and where events go. */
import { localDate, localDateTime } from '../../base/clock.ts';
import type { EngineEvent } from '../../base/events.ts';
import type { RunState } from '../../plan/run-state.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { HttpRequest, Judge, Judged } from '../../sources/http-source.ts';
import type { BoundStatement, CallContext, Row } from '../../sources/source.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { Bookmarks, VersionMarks } from './ports.ts';
import type { Trace } from './trace.ts';

/** Runs a statement and gives its rows: on a read connection, or in the session of a snapshot or transaction. */
export type Execute = (source: string, statement: BoundStatement) => Promise<readonly Row[]>;

/** Sends a request to an ERP by HTTP; the judge says what each reply means. */
export type Send = (source: string, request: HttpRequest, judge: Judge) => Promise<Judged>;

export interface RunContext {
  readonly endpoint: string;
  readonly call: CallContext;
  readonly state: RunState;
  readonly execute: Execute;
  readonly send: Send;
  readonly bookmarks: Bookmarks;
  readonly versions: VersionMarks;
  /** Identifies the databases that are read: a bookmark of one must never be taken for another's. */
  readonly identity: string;
  /** Settings that are no secrets, as expressions see them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Time zone of `$now` and `$today`. */
  readonly zone: string;
  /** The clock that was passed in: milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: (event: EngineEvent) => void;
  /** Undefined where nobody looks at the call. */
  readonly trace: Trace | undefined;
}

/** A context whose state knows more: the result of a step, the rows of a page. */
export function withState(context: RunContext, more: Partial<RunState>): RunContext {
  return { ...context, state: { ...context.state, ...more } };
}

/** The variables of an expression. */
export function bindingsOf(context: RunContext, rows?: readonly WorkRow[]): Bindings {
  const { state, zone, settings } = context;
  return {
    ...state.steps,
    settings,
    request: state.request,
    now: localDateTime(state.now, zone),
    today: localDate(state.now, zone),
    ...(state.key === undefined ? {} : { key: state.key }),
    ...(rows === undefined ? {} : { rows }),
  };
}
