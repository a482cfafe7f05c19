/** One request on a raw SQL Server connection: its rows, exactly as they were sent, by the deadline of its call. */
import { type Connection, Request } from 'tedious';
import type { CallContext, Cell, Row } from '../../source.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { cancelMs } from './config.ts';
import { mssqlError } from './errors.ts';
import type { MssqlParameter } from './parameters.ts';
import { mssqlCell } from './values.ts';

/** Rows of one SELECT, or of one OUTPUT clause. */
export type ResultSet = readonly Row[];

/** Connections whose request was cancelled. They close as soon as the server has answered the cancellation. */
const cancelled = new WeakSet<Connection>();

/** Whether a request of the connection was cancelled: it closes once the server has answered the cancellation. */
export const isCancelled = (connection: Connection): boolean => cancelled.has(connection);

/** Sends an attention signal (MS-TDS 2.2.1.7), and closes the connection where the server does not answer it in time. */
function cancelRequest(connection: Connection): void {
  cancelled.add(connection);
  setTimeout(() => connection.close(), cancelMs).unref();
  connection.cancel();
}

/** What the driver gives for a value of a row that it has read. */
interface DriverColumn {
  readonly value: unknown;
  readonly metadata: { readonly colName: string; readonly type: { readonly name: string } };
}

function readRow(columns: readonly DriverColumn[]): Row {
  const row: Record<string, Cell> = {};
  for (const { value, metadata } of columns) row[metadata.colName] = mssqlCell(value, metadata.type.name);
  return row;
}

function send(
  connection: Connection,
  sql: string,
  parameters: readonly MssqlParameter[] | undefined,
): Promise<readonly ResultSet[]> {
  return new Promise((resolve, reject) => {
    const sets: Row[][] = [];
    const request = new Request(sql, (error) => {
      // Later: a driver that is closing calls this, and a close within it would call this again.
      if (isCancelled(connection)) setImmediate(() => connection.close());
      if (error) reject(error);
      else resolve(sets);
    });
    request.on('columnMetadata', () => sets.push([]));
    request.on('row', (columns: readonly DriverColumn[]) => sets.at(-1)?.push(readRow(columns)));
    if (parameters === undefined) return connection.execSqlBatch(request);
    for (const [index, { type, value }] of parameters.entries()) request.addParameter(`p${index + 1}`, type, value);
    connection.execSql(request);
  });
}

/**
 * Runs T-SQL and gives the rows of each of its results; a result without columns is none. With `parameters` it is a call of sp_executesql:
 * the server reuses plans by its text, so that nothing has to be prepared. Without, it is a batch. `source` is the text that the position of
 * an error counts in. Rejects with `SourceError`.
 */
export function runRequest(
  connection: Connection,
  sql: string,
  parameters: readonly MssqlParameter[] | undefined,
  call: CallContext,
  source: string = sql,
): Promise<readonly ResultSet[]> {
  const actions = {
    cancel: () => cancelRequest(connection),
    toSourceError: (error: unknown) => mssqlError(error, source),
  };
  return withDeadline(call, actions, () => send(connection, sql, parameters));
}
