/** A source that reports the duration of each statement of a call as an event, and as a span if the call is traced; without text and values. */
import type { EngineEvent } from '../../base/events.ts';
import type { Span } from '../../base/span.ts';
import {
  type CallOrigin,
  type Row,
  SourceError,
  type SqlSession,
  type StatementOutcome,
  type StatementResult,
  type WriteSession,
} from '../source.ts';
import type { SqlSource } from './kind.ts';

type Operation = 'read' | 'write';

/** A statement in progress. */
interface Running {
  readonly origin: CallOrigin;
  readonly operation: Operation;
  /** By `clock`. */
  readonly startedAt: bigint;
  readonly span: Span | undefined;
}

/** Nanoseconds of a monotonic clock. With cold caches, as between two statements, it takes a quarter of the time of `performance.now()`. */
const clock = process.hrtime.bigint;

/** Milliseconds, with three decimals. */
const since = (began: bigint): number => Math.round(Number(clock() - began) / 1_000) / 1_000;

/** The first word of a statement, for the name of its span: `SELECT`. */
function operationName(sql: string): string {
  return /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'statement';
}

/**
 * The same source with its reports. Statements without a call, such as probes and descriptions, are not reported. Without `emit` there are only
 * spans, and statements of requests that are not traced cost nothing.
 */
export function measured(name: string, source: SqlSource, emit?: (event: EngineEvent) => void): SqlSource {
  const { systemName } = source.databaseKind;

  function begin(origin: CallOrigin, operation: Operation, sql: string): Running {
    const word = origin.span === undefined ? '' : operationName(sql);
    const span = origin.span?.start(`${word} ${name}`, 'outgoing', {
      'db.system.name': systemName,
      'db.operation.name': word,
      'engine.source': name,
    });
    return { origin, operation, startedAt: clock(), span };
  }

  /** `rows`: returned or changed ones. */
  function succeeded({ origin: { requestId, endpoint }, operation, startedAt, span }: Running, rows: number): void {
    // One object and a constant message: this runs for each statement of each request.
    const message = 'A statement was run.';
    const ms = since(startedAt);
    emit?.({ level: 'debug', event: 'statement_ran', requestId, endpoint, source: name, operation, ms, message, rows });
    span?.end({ 'db.response.returned_rows': rows });
  }

  function failed({ origin: { requestId, endpoint }, operation, startedAt, span }: Running, cause: unknown): void {
    const error = cause instanceof SourceError ? cause.kind : 'broken';
    const message = 'A statement failed.';
    const ms = since(startedAt);
    emit?.({
      level: 'debug',
      event: 'statement_ran',
      requestId,
      endpoint,
      source: name,
      operation,
      ms,
      message,
      error,
    });
    span?.end({}, error);
  }

  /** Whether the statements of a call are reported. */
  const isReported = (origin: CallOrigin | undefined): origin is CallOrigin =>
    origin !== undefined && (emit !== undefined || origin.span !== undefined);

  /** Reports the end of a statement. Returns the same promise: one that follows it would cost a turn of the queue of microtasks for each statement. */
  function reported<T>(running: Running, result: Promise<T>, rowsOf: (result: T) => number): Promise<T> {
    result.then(
      (value) => succeeded(running, rowsOf(value)),
      (error: unknown) => failed(running, error),
    );
    return result;
  }

  const session = (origin: CallOrigin, operation: Operation, inner: SqlSession): SqlSession => ({
    execute: (statement) => {
      const running = begin(origin, operation, statement.sql);
      return reported(running, inner.execute(statement), touchedRows);
    },
  });

  const writeSession = (origin: CallOrigin, inner: WriteSession): WriteSession => ({
    ...session(origin, 'write', inner),
    executeLast: (last) => {
      const running = begin(origin, 'write', last.statement.sql);
      const ended = (outcome: StatementOutcome): void => {
        if (outcome.ok) succeeded(running, touchedRows(outcome.result));
        else failed(running, outcome.error);
        last.ended?.(outcome);
      };
      inner.executeLast({ ...last, ended });
    },
  });

  return {
    ...source,
    read(statement, call) {
      const { origin } = call;
      if (!isReported(origin)) return source.read(statement, call);
      const running = begin(origin, 'read', statement.sql);
      return reported(running, source.read(statement, call), countOf);
    },
    snapshot(call, work) {
      const { origin } = call;
      if (!isReported(origin)) return source.snapshot(call, work);
      return source.snapshot(call, (inner) => work(session(origin, 'read', inner)));
    },
    transaction(call, work) {
      const { origin } = call;
      if (!isReported(origin)) return source.transaction(call, work);
      return source.transaction(call, (inner) => work(writeSession(origin, inner)));
    },
  };
}

const countOf = ({ length }: readonly Row[]): number => length;

/** Returned or changed rows. */
const touchedRows = ({ rows, affected }: StatementResult): number => Math.max(rows.length, affected);
