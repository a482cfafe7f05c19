/** A source that tells of each statement that goes to its database: for tests of a profile, and for a look at a single call. */
import type { BoundStatement, Row, SqlSession } from '../source.ts';
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

/** The same source, with each statement of a request reported to an observer. Statements of the engine itself (describe, probe) are not reported. */
export function observed(name: string, source: SqlSource, { observe, clock }: Observer): SqlSource {
  async function reported<T>(
    { sql, values, names }: BoundStatement,
    work: () => Promise<T>,
    resultOf: (given: T) => Result,
  ): Promise<T> {
    const started = clock();
    const report = (result: Result, error?: unknown): void =>
      observe({ source: name, sql, values, names, ...result, ms: clock() - started, error });
    try {
      const given = await work();
      report(resultOf(given));
      return given;
    } catch (error) {
      report({ rows: [], affected: undefined }, error);
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
  return {
    ...source,
    read: (statement, call) =>
      reported(
        statement,
        () => source.read(statement, call),
        (rows) => ({ rows, affected: undefined }),
      ),
    snapshot: (call, work) => source.snapshot(call, (session) => work(watched(session))),
    transaction: (call, work) => source.transaction(call, (session) => work(watched(session))),
  };
}
