/** Transactions on a PostgreSQL connection. */
import { SourceError } from '../../source.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import type { PostgresConnection } from './connection.ts';

/** One state of the data for all reads. */
const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const beginWrite = 'BEGIN ISOLATION LEVEL READ COMMITTED';

export function postgresTransaction(connection: PostgresConnection, mode: 'snapshot' | 'write'): TransactionSteps {
  return {
    server: 'PostgreSQL',
    async begin(call) {
      await connection.command(mode === 'snapshot' ? beginSnapshot : beginWrite, call);
    },
    run: connection.run,
    async commit(call) {
      // Outside of a transaction the server answers COMMIT with a warning only.
      if (connection.transaction !== 'open') {
        throw new SourceError('broken', 'PostgreSQL: the transaction had ended before its commit.');
      }
      // It answers with ROLLBACK where the transaction had failed before.
      const tag = await connection.command('COMMIT', call);
      if (tag !== 'COMMIT') throw new SourceError('broken', `PostgreSQL: the commit was answered with ${tag}.`);
    },
    async rollback(call) {
      if (connection.transaction !== 'none') await connection.command('ROLLBACK', call);
    },
  };
}
