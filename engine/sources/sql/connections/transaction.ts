/** The transaction protocol of every kind of database. */
import {
  type BoundStatement,
  type CallContext,
  type LastStatement,
  SourceError,
  type StatementOutcome,
  type WriteSession,
} from '../../source.ts';
import { isConnectionLost } from './connection-lost.ts';
import { openScopedSession, type RunStatements } from './scoped-session.ts';

/**
 * What one connection does for a transaction. Each step resolves only on the server's own answer, and rejects with `SourceError`.
 */
export interface TransactionSteps {
  /** Name of the database server in messages. */
  readonly server: string;
  begin(call: CallContext): Promise<void>;
  readonly run: RunStatements;
  /** Rejects unless the server has answered that the transaction is committed. A transaction that only reads may be rolled back instead. */
  commit(call: CallContext): Promise<void>;
  /**
   * Runs a statement and commits in one round trip; nothing is committed where the statement fails. Undefined where the database takes two.
   * Rejects as `commit` does.
   */
  runAndCommit?(statement: BoundStatement, call: CallContext): Promise<StatementOutcome>;
  /** Leaves no transaction open, also where none was begun or the server has ended it. Rejects where that is not certain. */
  rollback(call: CallContext): Promise<void>;
}

/** Milliseconds that a commit or a rollback has at least, however late it is. */
const endMs = 2_000;
const endingCall = (call: CallContext): CallContext => ({ deadline: Math.max(call.deadline, Date.now() + endMs) });

/** The call without its signal: a write runs to its end when its caller goes away. */
export const withoutSignal = ({ deadline }: CallContext): CallContext => ({ deadline });

/** Leaves the connection outside of any transaction and throws `error`, or one that says that the connection is lost. */
async function rollBack(steps: TransactionSteps, call: CallContext, error: unknown): Promise<never> {
  if (isConnectionLost(error)) throw error;
  try {
    await steps.rollback(endingCall(call));
  } catch {
    throw new SourceError('unreachable', `${steps.server}: a transaction could not be rolled back.`, {
      connectionLost: true,
      cause: error,
    });
  }
  throw error;
}

/** An update that changes no row shows that the transaction has lost what it wrote before. */
function checkChanged(outcome: StatementOutcome, unchanged: string): StatementOutcome {
  if (!outcome.ok || outcome.result.affected === 1) return outcome;
  return { ok: false, error: new SourceError('broken', unchanged) };
}

/** Runs the last statement, if there is one, and commits. */
async function commit(steps: TransactionSteps, call: CallContext, last: LastStatement | undefined): Promise<void> {
  if (last === undefined) return steps.commit(call);
  const { statement, unchanged, ended } = last;
  const run = async (): Promise<StatementOutcome> => {
    if (steps.runAndCommit !== undefined) return steps.runAndCommit(statement, call);
    const [outcome] = await steps.run([statement], call);
    return outcome ?? { ok: false, error: new Error('A statement had no outcome.') };
  };
  const outcome = checkChanged(await run().catch((error: unknown) => ({ ok: false, error }) as const), unchanged);
  ended?.(outcome);
  if (!outcome.ok) throw outcome.error;
  if (steps.runAndCommit === undefined) await steps.commit(call);
}

/**
 * Runs `work` once, in a transaction: commits when it resolves and all of its statements succeeded, rolls back otherwise. An error with
 * `connectionLost` means that the connection must be destroyed; where it comes from the commit, the transaction may have been committed.
 */
export async function inTransaction<T>(
  steps: TransactionSteps,
  call: CallContext,
  work: (session: WriteSession) => Promise<T>,
): Promise<T> {
  const scope = openScopedSession((statements) => steps.run(statements, call));
  try {
    await steps.begin(call);
    const result = await work(scope.session);
    await commit(steps, endingCall(call), await scope.end());
    return result;
  } catch (error) {
    // If `work` fails for another reason while its connection breaks, the broken connection decides what remains to be done.
    const failure = await scope.end().catch((first: unknown) => first);
    return await rollBack(steps, call, isConnectionLost(failure) ? failure : error);
  }
}
