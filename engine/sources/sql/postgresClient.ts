/** One call on one PostgreSQL connection: within its deadline, or the connection is given up. */
import { connect } from 'node:net';
import type { Client } from 'pg';
import type { BoundStatement, CallContext, CallForm, Row, SqlValue } from '../source.ts';
import type { StatementResult } from './lease.ts';
import { postgresError } from './postgresErrors.ts';
import { runStatement } from './postgresStatement.ts';
import { rowsOfCall } from './procedureRows.ts';
import { within } from './within.ts';

function keyOf(client: Client, name: 'processID' | 'secretKey'): number | undefined {
  const value: unknown = Reflect.get(client, name);
  return typeof value === 'number' ? value : undefined;
}

/** Tells the server to stop what it does for `client`. The protocol's own message: needs no login and no free connection. */
function cancel(client: Client): void {
  const process = keyOf(client, 'processID');
  const secret = keyOf(client, 'secretKey');
  if (process === undefined || secret === undefined || client.host.startsWith('/')) return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80877102, 4);
  message.writeInt32BE(process, 8);
  message.writeInt32BE(secret, 12);
  const socket = connect({ host: client.host, port: client.port });
  socket.setTimeout(2_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => socket.end(message));
  socket.unref();
}

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
