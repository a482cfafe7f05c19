/** A session that ends with its transaction. */
import type { BoundStatement, Row, SqlSession } from '../../source.ts';

export interface StatementResult {
  readonly rows: readonly Row[];
  /** Rows that the statement inserted, changed or deleted. */
  readonly affected: number;
}

export interface ScopedSession {
  readonly session: SqlSession;
  /**
   * Refuses further statements and waits for those under way. Rejects with the error of the first statement that failed, even where the
   * user of the session has caught it.
   */
  end(): Promise<void>;
}

/** A session that runs its statements by `run`, one at a time and in order, none after one that failed. */
export function openScopedSession(
  run: (statement: BoundStatement) => StatementResult | Promise<StatementResult>,
): ScopedSession {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function attempt(statement: BoundStatement): Promise<StatementResult> {
    // A failed statement fails the transaction: a later one would work on half of what was intended.
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
        // It would run outside of a transaction, or inside the next caller's.
        if (ended) throw new Error('A statement was run after its transaction had ended.');
        const result = last.then(() => attempt(statement));
        last = result.catch(() => undefined);
        return result;
      },
    },
    async end() {
      ended = true;
      await last;
      if (failure) throw failure.error;
    },
  };
}
