/** One call on one PostgreSQL connection: within its deadline, or the connection is given up. */
import type { Client } from 'pg';
import type { BoundStatement, CallContext, CallForm, Row, SqlValue } from '../../source.ts';
import { rowsOfCall } from '../procedure-rows.ts';
import type { StatementResult } from '../scoped-session.ts';
import { within } from '../with-deadline.ts';
import { postgresError } from './errors.ts';
import { cancel } from './retire.ts';
import { runStatement } from './statement.ts';

/** Waits for `work` on `client` as long as the call may take; see `within`. */
export function withinCall<T>(
  client: Client,
  call: CallContext,
  work: () => Promise<T>,
  sql?: string,
  values?: readonly SqlValue[],
): Promise<T> {
  return within(call, { cancel: () => cancel(client), failure: (error) => postgresError(error, sql, values) }, work);
}

const changed = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.* (\d+)$/;

/** Runs a statement for its rows. */
export function readOn(client: Client, statement: BoundStatement, call: CallContext): Promise<readonly Row[]> {
  const { sql, values } = statement;
  return withinCall(client, call, () => runStatement(client, statement), sql, values).then(({ rows }) =>
    statement.call === undefined ? rows : calledRows(rows, sql, statement.call),
  );
}

/** A procedure gives nothing but its outputs, a function nothing but its rows. */
function calledRows(rows: readonly Row[], sql: string, form: CallForm): readonly Row[] {
  return rowsOfCall(sql.startsWith('CALL ') && !form.outputs ? [] : [rows], form);
}

/** Runs one statement with its values. */
export async function runOn(client: Client, statement: BoundStatement, call: CallContext): Promise<StatementResult> {
  const { sql, values } = statement;
  const { rows, tag } = await withinCall(client, call, () => runStatement(client, statement), sql, values);
  const given = statement.call === undefined ? rows : calledRows(rows, sql, statement.call);
  return { rows: given, affected: Number(changed.exec(tag)?.[1] ?? 0) };
}

/** Runs `BEGIN` and the like; gives the server's command tag. */
export async function commandOn(client: Client, sql: string, call: CallContext): Promise<string> {
  const result = await withinCall(client, call, () => client.query(sql), sql);
  return result.command;
}
