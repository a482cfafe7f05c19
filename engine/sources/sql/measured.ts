/** A source that reports the duration of each statement of a call as an event, without text and values. */
import type { EngineEvent } from '../../base/events.ts';
import { type CallContext, SourceError, type SqlSession } from '../source.ts';
import type { SqlSource } from './kind.ts';

type Operation = 'read' | 'write';

/** The same source with its reports. Statements without a call, such as probes and descriptions, are not reported. */
export function measured(name: string, source: SqlSource, emit: (event: EngineEvent) => void): SqlSource {
  /** `rows`: returned or changed ones; undefined if the statement failed. */
  function report(
    call: CallContext,
    operation: Operation,
    began: number,
    rows: number | undefined,
    error?: unknown,
  ): void {
    if (call.origin === undefined) return;
    const { requestId, endpoint } = call.origin;
    const ms = Math.round((performance.now() - began) * 1_000) / 1_000;
    // A constant message: this runs for each statement of each request.
    const base = { level: 'debug', event: 'statement_ran', requestId, endpoint, source: name, operation, ms } as const;
    if (rows === undefined) {
      const kind = error instanceof SourceError ? error.kind : 'broken';
      emit({ ...base, message: 'A statement failed.', error: kind });
    } else emit({ ...base, message: 'A statement was run.', rows });
  }

  function timed<T>(
    call: CallContext,
    operation: Operation,
    work: () => Promise<T>,
    rowsOf: (result: T) => number,
  ): Promise<T> {
    const began = performance.now();
    return work().then(
      (result) => {
        report(call, operation, began, rowsOf(result));
        return result;
      },
      (error: unknown) => {
        report(call, operation, began, undefined, error);
        throw error;
      },
    );
  }

  const session = (call: CallContext, operation: Operation, inner: SqlSession): SqlSession => ({
    execute: (statement) =>
      timed(
        call,
        operation,
        () => inner.execute(statement),
        ({ rows, affected }) => Math.max(rows.length, affected),
      ),
  });

  return {
    ...source,
    read: (statement, call) =>
      timed(
        call,
        'read',
        () => source.read(statement, call),
        ({ length }) => length,
      ),
    snapshot: (call, work) => source.snapshot(call, (inner) => work(session(call, 'read', inner))),
    transaction: (call, work) => source.transaction(call, (inner) => work(session(call, 'write', inner))),
  };
}
