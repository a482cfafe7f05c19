/** One call on one PostgreSQL connection: within its deadline, or the connection is given up. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Client, QueryResult } from 'pg';
import type { BoundStatement, CallContext, Row } from '../source.ts';
import type { StatementResult } from './lease.ts';
import { postgresError } from './postgresErrors.ts';
import { within } from './within.ts';

const names = new Map<string, string>();
const maximumNames = 5_000;

/** Statements are prepared once per connection, under a name that depends on their text alone. */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= maximumNames) names.clear();
  const name = `e_${createHash('sha256').update(sql).digest('base64url').slice(0, 32)}`;
  names.set(sql, name);
  return name;
}

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
export function withinCall<T>(client: Client, call: CallContext, work: () => Promise<T>, sql?: string): Promise<T> {
  return within(call, { cancel: () => cancel(client), failure: (error) => postgresError(error, sql) }, work);
}

/** Runs one statement with its values. */
export async function runOn(client: Client, statement: BoundStatement, call: CallContext): Promise<StatementResult> {
  const { sql, values } = statement;
  const query = { name: statementName(sql), text: sql, values: [...values] };
  const result: QueryResult<Row> = await withinCall(client, call, () => client.query<Row, unknown[]>(query), sql);
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
  return { rows: result.rows, affected: changes ? (result.rowCount ?? 0) : 0 };
}

/** Runs `BEGIN` and the like; gives the server's command tag. */
export async function commandOn(client: Client, sql: string, call: CallContext): Promise<string> {
  const result = await withinCall(client, call, () => client.query(sql), sql);
  return result.command;
}
