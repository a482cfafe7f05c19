/** The context of one request: its state, the access to the sources, and the log. */
import type { EngineEvent } from '../../base/events.ts';
import type { RunState } from '../../plan/run-state.ts';
import type { HttpRequest, Judge, Judged } from '../../sources/http-source.ts';
import type { BoundStatement, CallContext, Row } from '../../sources/source.ts';
import type { Bindings } from '../../transform/expression.ts';
import { localTimes } from './local-times.ts';
import type { Bookmarks, VersionMarks } from './ports.ts';
import type { Trace } from './trace.ts';

/** Runs a statement and returns its rows: on a read connection, or in the session of a snapshot or transaction. */
type Execute = (source: string, statement: BoundStatement) => Promise<readonly Row[]>;

/** Sends a request to an ERP over HTTP; the judge interprets each reply. */
type Send = (source: string, request: HttpRequest, judge: Judge) => Promise<Judged>;

export interface RunContext {
  readonly endpoint: string;
  readonly call: CallContext;
  readonly state: RunState;
  readonly execute: Execute;
  readonly send: Send;
  readonly bookmarks: Bookmarks;
  readonly versions: VersionMarks;
  /** Identifies the databases, so that a bookmark of one is never used for another. */
  readonly identity: string;
  /** All settings by name, secrets as `Secret`: for the texts of requests. */
  readonly requestSettings: ReadonlyMap<string, unknown>;
  /** SHA-256 of the settings that are not secrets, in hexadecimal digits: a list depends on them. */
  readonly settingsDigest: string;
  /** Time zone of `$now` and `$today`. */
  readonly zone: string;
  /** The current time in milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: (event: EngineEvent) => void;
  /**
   * Rows are encoded as an answer, which reports a field that is an `UnknownValue` with the row. Elsewhere, as in attached rows, which other expressions read, a
   * failing expression fails the call.
   */
  readonly keepsUnknown?: boolean;
  /** Undefined unless the call is traced. */
  readonly trace: Trace | undefined;
}

/** A context with additional state: the result of a step, the rows of a page. */
export function withState(context: RunContext, more: Partial<RunState>): RunContext {
  return { ...context, state: { ...context.state, ...more } };
}

/** The variables of an expression. */
export function bindingsOf(context: RunContext): Bindings {
  const { state, zone } = context;
  return {
    ...state.steps,
    settings: state.settings,
    request: state.request,
    ...localTimes(state.now, zone),
    ...(state.key === undefined ? {} : { key: state.key }),
  };
}
