/** A database for rehearsals: each transaction runs completely, is compared, and is rolled back. */
import { createQueue } from '../../base/queue.ts';
import {
  type BoundStatement,
  type LastStatement,
  SourceError,
  type SqlSession,
  type StatementResult,
  type WriteSession,
} from '../source.ts';
import type { DatabaseKind, SqlSource } from '../sql/kind.ts';
import type { TableChanges } from './changes.ts';
import { lookAt, type TableState } from './table-state.ts';
import { callsProcedure, changedTables, nameParts } from './tables.ts';

export interface SqlRehearsal {
  /** The changes of the transaction, reported when it is rolled back. */
  readonly changed: (changes: readonly TableChanges[]) => void;
  /** Tables to compare in addition to those in the statements: for triggers and procedures. */
  readonly compare: readonly string[];
  /** Calls procedures even if they can end the transaction. */
  readonly procedures: boolean;
}

/** Ends a successful transaction with a rollback. */
class RolledBack extends Error {}

function refuseCommit({ title, transactions }: DatabaseKind, { sql }: BoundStatement): void {
  if (transactions.commits?.test(sql) !== true) return;
  throw new SourceError('broken', `This write has a statement that ${title} commits at once: it was not sent.`, {
    cure: 'Rehearse this write in a copy of the database.',
  });
}

function refuseProcedure({ procedures, dialect }: DatabaseKind, { sql, call }: BoundStatement): void {
  if (procedures?.canCommit !== true || (call === undefined && !callsProcedure(sql, dialect.lexicon))) return;
  throw new SourceError(
    'broken',
    'This write calls a procedure, and a procedure that commits by itself cannot be rolled back: it was not called.',
    { cure: 'Read the procedure; where it leaves the transaction alone, add --procedures.' },
  );
}

/**
 * The source, with transactions that never commit: they resolve with the result of their work after the rollback.
 * `own`: the engine's own tables, which are not reported.
 */
export function rehearsed(
  name: string,
  source: SqlSource,
  ownTables: readonly string[],
  rehearsal: SqlRehearsal,
): SqlSource {
  const { databaseKind } = source;

  /** The work with a session that looks at each table before its first change. The last statement runs without a commit. */
  async function runWatched<T>(
    session: SqlSession,
    states: Map<string, TableState | undefined>,
    work: (session: WriteSession) => Promise<T>,
  ): Promise<T> {
    async function look(table: string): Promise<void> {
      if (ownTables.includes(nameParts(table).join('.')) || states.has(table)) return;
      states.set(table, await lookAt(session, databaseKind, table));
    }
    async function runNext(statement: BoundStatement): Promise<StatementResult> {
      refuseCommit(databaseKind, statement);
      if (!rehearsal.procedures) refuseProcedure(databaseKind, statement);
      for (const table of changedTables(statement.sql, databaseKind.dialect.lexicon)) await look(table);
      return session.execute(statement);
    }
    const inOrder = createQueue();
    // A statement waits for the one before: looking at its tables takes time.
    const execute = (statement: BoundStatement): Promise<StatementResult> => inOrder(() => runNext(statement));
    const last: LastStatement[] = [];
    for (const table of rehearsal.compare) await look(table);
    const result = await work({ execute, executeLast: (statement) => void last.push(statement) });
    for (const { statement } of last) await execute(statement);
    return result;
  }

  async function report(session: SqlSession, states: ReadonlyMap<string, TableState | undefined>): Promise<void> {
    const changes: TableChanges[] = [];
    for (const [table, state] of states) {
      const unknown = {
        table,
        key: [],
        inserted: [],
        updated: [],
        deleted: [],
        unseen: 'the catalogue knows no table of this name',
      };
      changes.push({ source: name, ...(state === undefined ? unknown : await state.compare(session)) });
    }
    rehearsal.changed(changes);
  }

  return {
    ...source,
    async transaction<T>(call: Parameters<SqlSource['transaction']>[0], work: (session: WriteSession) => Promise<T>) {
      const given: { readonly value: T }[] = [];
      const end = new RolledBack();
      try {
        await source.transaction(call, async (session) => {
          const states = new Map<string, TableState | undefined>();
          given.push({ value: await runWatched(session, states, work) });
          await report(session, states);
          throw end;
        });
      } catch (error) {
        if (error !== end) throw error;
      }
      const [only] = given;
      if (only === undefined) throw new Error('A rehearsed transaction gave nothing');
      return only.value;
    },
  };
}
