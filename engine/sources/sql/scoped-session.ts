/** A session that lives only as long as its transaction, whichever the database. */
import type { BoundStatement, Row, SqlSession } from '../source.ts';

export interface StatementResult {
  readonly rows: readonly Row[];
  readonly affected: number;
}

export interface Lease {
  readonly session: SqlSession;
  /** Refuses further statements, waits for those under way, and rejects with the first one that failed, even where its error was caught. */
  end(): Promise<void>;
}

/** Wraps `run` into a session: one statement at a time, none after the end. */
export function leaseSession(run: (statement: BoundStatement) => StatementResult | Promise<StatementResult>): Lease {
  let over = false;
  let failure: { readonly error: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function attempt(statement: BoundStatement): Promise<StatementResult> {
    // A failed statement aborts the whole: what follows it would work on half of what was meant.
    if (failure) throw failure.error;
    try {
      return await run(statement);
    } catch (error) {
      failure = { error };
      throw error;
    }
  }

  return {
    session: {
      async execute(statement) {
        // It would run in autocommit, or inside the next caller's transaction.
        if (over) throw new Error('A statement was run after its transaction had ended.');
        const result = last.then(() => attempt(statement));
        last = result.catch(() => undefined);
        return result;
      },
    },
    async end() {
      over = true;
      await last;
      if (failure) throw failure.error;
    },
  };
}
