/** A session that ends with its transaction. */
import { setImmediate } from 'node:timers/promises';
import type {
  BoundStatement,
  CallContext,
  LastStatement,
  StatementOutcome,
  StatementResult,
  WriteSession,
} from '../../source.ts';

/**
 * Runs statements in order, and none after one that failed: the outcomes end with that one. Rejects if it is unknown which statements were run.
 */
export type RunStatements = (
  statements: readonly BoundStatement[],
  call: CallContext,
) => Promise<readonly StatementOutcome[]>;

/** Runs each statement by `run`, when the one before has ended. */
export function oneByOne(
  run: (statement: BoundStatement, call: CallContext) => Promise<StatementResult>,
): RunStatements {
  return async (statements, call) => {
    const outcomes: StatementOutcome[] = [];
    for (const statement of statements) {
      try {
        outcomes.push({ ok: true, result: await run(statement, call) });
      } catch (error) {
        return [...outcomes, { ok: false, error }];
      }
    }
    return outcomes;
  };
}

interface ScopedSession {
  readonly session: WriteSession;
  /**
   * Refuses further statements and waits for those under way. Gives the last statement, if there is one. Rejects with the error of the first
   * statement that failed, even where the user of the session has caught it.
   */
  end(): Promise<LastStatement | undefined>;
}

interface Waiting {
  readonly statement: BoundStatement;
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A session that runs its statements in order, none after one that failed. Statements that were requested while others ran, or in the same turn,
 * are given to `run` together.
 */
export function openScopedSession(
  run: (statements: readonly BoundStatement[]) => Promise<readonly StatementOutcome[]>,
): ScopedSession {
  let ended = false;
  let last: LastStatement | undefined;
  let failure: { readonly error: unknown } | undefined;
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let isFirst = true;

  function settle({ resolve, reject }: Waiting, outcome: StatementOutcome | undefined): void {
    if (outcome?.ok === true) {
      resolve(outcome.result);
      return;
    }
    // A failed statement fails the transaction: a later one would work on half of what was intended.
    failure ??= { error: outcome === undefined ? new Error('A statement had no outcome.') : outcome.error };
    reject(failure.error);
  }

  async function runAll(batch: readonly Waiting[]): Promise<void> {
    const statements = batch.map(({ statement }) => statement);
    const outcomes =
      failure === undefined ? await run(statements).catch((error: unknown) => [{ ok: false, error } as const]) : [];
    for (const [index, each] of batch.entries()) settle(each, outcomes[index]);
  }

  async function runWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await runAll(batch);
    }
    running = undefined;
  }

  return {
    session: {
      async execute(statement) {
        // It would run outside of a transaction, or inside the next caller's.
        if (ended) throw new Error('A statement was run after its transaction had ended.');
        return new Promise((resolve, reject) => {
          waiting.push({ statement, resolve, reject });
          // Those that a write begins with follow each other in some steps without a wait.
          running ??= (isFirst ? setImmediate() : Promise.resolve()).then(runWaiting);
          isFirst = false;
        });
      },
      executeLast(statement) {
        if (last !== undefined) throw new Error('invariant: a transaction has one last statement');
        last = statement;
      },
    },
    async end() {
      ended = true;
      await running;
      if (failure) throw failure.error;
      return last;
    },
  };
}
