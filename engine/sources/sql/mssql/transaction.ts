/** Transactions on one SQL Server connection. Begun and ended by T-SQL, and taken for committed only on the server's own word. */
import type { Connection } from 'tedious';
import { type BoundStatement, type CallContext, SourceError, type SqlSession } from '../../source.ts';
import { leaseSession, type StatementResult } from '../scoped-session.ts';
import { ask } from './connection.ts';
import { commit, rollback } from './control-statements.ts';

/** Time that the end of a transaction has, however late it is. */
const graceMs = 2_000;
const ending = (call: CallContext): CallContext => ({ deadline: Math.max(call.deadline, Date.now() + graceMs) });

function lostConnection(error: unknown): boolean {
  return error instanceof SourceError && error.connectionLost;
}

/** Runs `commit` or `rollback`; true where the server then says that no transaction is open. */
async function end(connection: Connection, sql: string, call: CallContext): Promise<boolean> {
  const sets = await ask(connection, sql, undefined, ending(call));
  return sets.at(-1)?.[0]?.open_transactions === 0 && !connection.inTransaction;
}

/** Leaves the connection outside of any transaction, or rethrows `error` as one that lost its connection. */
async function rollBack(connection: Connection, call: CallContext, error: unknown): Promise<never> {
  if (lostConnection(error)) throw error;
  const ended = await end(connection, rollback, call).catch(() => false);
  if (ended) throw error;
  throw new SourceError('unreachable', 'SQL Server: a transaction could not be rolled back.', {
    connectionLost: true,
    cause: error,
  });
}

async function commitOn(connection: Connection, call: CallContext): Promise<void> {
  if (await end(connection, commit, call)) return;
  throw new SourceError('unreachable', 'SQL Server: the commit was not confirmed.', { connectionLost: true });
}

/** Runs `work` between `begin` and the end: a commit, or with `keep: false` a rollback in any case. */
export async function inTransaction<T>(
  connection: Connection,
  call: CallContext,
  { begin, keep }: { readonly begin: string; readonly keep: boolean },
  run: (statement: BoundStatement) => Promise<StatementResult>,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const lease = leaseSession(run);
  try {
    await ask(connection, begin, undefined, call);
    const result = await work(lease.session);
    await lease.end();
    if (keep) await commitOn(connection, call);
    else if (!(await end(connection, rollback, call)))
      throw new SourceError('broken', 'SQL Server: a snapshot did not end.');
    return result;
  } catch (error) {
    // Where the work failed for a reason of its own while its connection broke, the latter decides what is left to do.
    const first = await lease.end().catch((failure: unknown) => failure);
    return await rollBack(connection, call, lostConnection(first) ? first : error);
  }
}
