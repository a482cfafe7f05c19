/** Runs a statement of a profile on a SQL Server connection, its values declared as what they are compared with. */
import type { Connection } from 'tedious';
import { type BoundStatement, type CallContext, SourceError, type StatementResult } from '../../source.ts';
import { rowsOfCall } from '../connections/call-rows.ts';
import { withoutSignal } from '../connections/transaction.ts';
import { countOwnRows } from './control-statements.ts';
import { findTsqlChange } from './data-changes.ts';
import { type AskServer, createParameterTypes } from './describe.ts';
import { mssqlParameter } from './parameters.ts';
import { runRequest } from './request.ts';

type RunStatement = (connection: Connection, statement: BoundStatement, call: CallContext) => Promise<StatementResult>;

/** An error of the connection that describes statements, for a caller on another connection, which is not lost. */
function onOtherConnection(error: unknown): never {
  if (!(error instanceof SourceError) || !error.connectionLost) throw error;
  throw new SourceError(error.kind, error.message, { cause: error });
}

async function callProcedure(
  connection: Connection,
  { sql, values, call: form }: BoundStatement,
  call: CallContext,
): Promise<StatementResult | undefined> {
  if (form === undefined) return undefined;
  const parameters = values.map((value, index) => mssqlParameter(value, form.types[index]));
  return { rows: rowsOfCall(await runRequest(connection, sql, parameters, call), form), affected: 0 };
}

/** `describe` sends a request about a statement to the server, on a connection that is in no transaction. */
export function createStatementRunner(describe: (call: CallContext) => AskServer): RunStatement {
  const typesOf = createParameterTypes();
  return async (connection, statement, call) => {
    const called = await callProcedure(connection, statement, call);
    if (called !== undefined) return called;
    // The description serves other callers too: it goes on when this one goes away.
    const types = await typesOf(statement, describe(withoutSignal(call))).catch(onOtherConnection);
    const parameters = statement.values.map((value, index) => mssqlParameter(value, types[index]));
    if (!findTsqlChange(statement.sql)) {
      const sets = await runRequest(connection, statement.sql, parameters, call);
      return { rows: sets[0] ?? [], affected: 0 };
    }
    const sets = await runRequest(connection, `${statement.sql}${countOwnRows}`, parameters, call);
    const affected = Number(sets.at(-1)?.[0]?.engine_affected ?? 0);
    return { rows: (sets.length > 1 ? sets[0] : undefined) ?? [], affected };
  };
}

/** Throws where a read would change data. SQL Server has no read-only session that would refuse it. */
export function checkRead({ sql, call }: BoundStatement): void {
  // A call in a read carries its own transaction, which is rolled back.
  const change = call === undefined ? findTsqlChange(sql) : undefined;
  if (!change) return;
  const { offset, word } = change;
  throw new SourceError('statement', `SQL Server: a read would run "${word}".`, { position: offset });
}
