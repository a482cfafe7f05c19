/** Transactions on a PostgreSQL connection. */
import { type BoundStatement, type CallContext, SourceError, type StatementOutcome } from '../../source.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresStatement } from './statement.ts';

const begins = {
  /** One state of the data for all reads. */
  snapshot: { sql: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [], isCommand: true },
  write: { sql: 'BEGIN ISOLATION LEVEL READ COMMITTED', values: [], isCommand: true },
} as const;
const commitStatement = { sql: 'COMMIT', values: [], isCommand: true } as const;

/**
 * The steps of one transaction. `BEGIN` is sent in one round trip with the first statements. If it fails, the server skips them: they are never
 * run outside of the transaction.
 */
export function postgresTransaction(connection: PostgresConnection, mode: keyof typeof begins): TransactionSteps {
  let state: 'not begun' | 'uncertain' | 'begun' = 'not begun';
  async function run(
    statements: readonly PostgresStatement[],
    call: CallContext,
  ): Promise<readonly StatementOutcome[]> {
    if (state !== 'not begun') return connection.run(statements, call);
    state = 'uncertain';
    const [begun, ...outcomes] = await connection.run([begins[mode], ...statements], call);
    if (begun?.ok !== true) throw begun?.error ?? new Error('BEGIN had no outcome.');
    if (outcomes.every(({ ok }) => ok)) state = 'begun';
    return outcomes;
  }
  /** Outside of a transaction the server answers COMMIT with a warning only. */
  function checkOpen(): void {
    if (connection.transaction === 'open') return;
    throw new SourceError('broken', 'PostgreSQL: the transaction had ended before its commit.');
  }
  return {
    server: 'PostgreSQL',
    /** Sends nothing yet. */
    async begin({ deadline }) {
      if (deadline <= Date.now()) throw new SourceError('timeout', 'The deadline passed before the transaction began.');
    },
    run,
    async commit(call) {
      if (state === 'not begun') return;
      checkOpen();
      // It answers with ROLLBACK where the transaction had failed before.
      const tag = await connection.command('COMMIT', call);
      if (tag !== 'COMMIT') throw new SourceError('broken', `PostgreSQL: the commit was answered with ${tag}.`);
    },
    async runAndCommit(statement: BoundStatement, call: CallContext) {
      if (state !== 'not begun') checkOpen();
      const [outcome, committed] = await run([statement, commitStatement], call);
      if (outcome?.ok !== true) return outcome ?? { ok: false, error: new Error('A statement had no outcome.') };
      // A deferred constraint fails here.
      if (committed?.ok !== true) throw committed?.error ?? new Error('COMMIT had no outcome.');
      return outcome;
    },
    async rollback(call) {
      // The driver reports an error before it knows whether the server has begun the transaction.
      const isOpen = state === 'uncertain' || connection.transaction !== 'none';
      if (isOpen) await connection.command('ROLLBACK', call);
    },
  };
}
