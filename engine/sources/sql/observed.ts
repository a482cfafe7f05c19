/** A source that reports each statement that goes to its database: for tests of a profile, and for a look at a single call. */
import type { BoundStatement, Row, SqlSession, StatementOutcome, WriteSession } from '../source.ts';
import type { SqlSource } from './kind.ts';

/** An executed statement with its result. It contains values and rows: show it on the author's terminal, never write it to a log. */
export interface RanStatement {
  readonly source: string;
  readonly sql: string;
  readonly values: BoundStatement['values'];
  readonly names: BoundStatement['names'];
  readonly rows: readonly Row[];
  /** Rows that were inserted, changed or deleted; undefined for a read. */
  readonly affected: number | undefined;
  readonly ms: number;
  readonly error: unknown;
}

export interface Observer {
  readonly observe: (ran: RanStatement) => void;
  /** Milliseconds, from any beginning. */
  readonly clock: () => number;
}

interface Result {
  readonly rows: readonly Row[];
  readonly affected: number | undefined;
}

const failed: Result = { rows: [], affected: undefined };

/** The same source, with each statement of a request reported to an observer. Statements of the engine itself (describe, probe) are not reported. */
export function observed(name: string, source: SqlSource, { observe, clock }: Observer): SqlSource {
  /** Reports the end of a statement that begins now. */
  function reporter({ sql, values, names }: BoundStatement): (result: Result, error?: unknown) => void {
    const started = clock();
    return (result, error) => observe({ source: name, sql, values, names, ...result, ms: clock() - started, error });
  }

  async function reported<T>(
    statement: BoundStatement,
    work: () => Promise<T>,
    resultOf: (given: T) => Result,
  ): Promise<T> {
    const report = reporter(statement);
    try {
      const given = await work();
      report(resultOf(given));
      return given;
    } catch (error) {
      report(failed, error);
      throw error;
    }
  }
  const watched = (session: SqlSession): SqlSession => ({
    execute: (statement) =>
      reported(
        statement,
        () => session.execute(statement),
        (result) => result,
      ),
  });
  const watchedWrite = (session: WriteSession): WriteSession => ({
    ...watched(session),
    executeLast: (last) => {
      const report = reporter(last.statement);
      const ended = (outcome: StatementOutcome): void => {
        if (outcome.ok) report(outcome.result);
        else report(failed, outcome.error);
        last.ended?.(outcome);
      };
      session.executeLast({ ...last, ended });
    },
  });
  return {
    ...source,
    read: (statement, call) =>
      reported(
        statement,
        () => source.read(statement, call),
        (rows) => ({ rows, affected: undefined }),
      ),
    snapshot: (call, work) => source.snapshot(call, (session) => work(watched(session))),
    transaction: (call, work) => source.transaction(call, (session) => work(watchedWrite(session))),
  };
}
