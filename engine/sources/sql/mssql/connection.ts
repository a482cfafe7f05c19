/** One SQL Server connection: made by a deadline, asked one thing at a time, cancelled and cut at the deadline. */
import { Connection, Request } from 'tedious';
import { type CallContext, type Cell, type Row, SourceError } from '../../source.ts';
import { cancelMs, type MssqlOptions, mssqlConnection } from './config.ts';
import { mssqlError } from './errors.ts';
import { readExactly } from './exact-values.ts';
import type { MssqlParameter } from './parameters.ts';
import { mssqlCell } from './values.ts';

/** Rows of one SELECT, or of one OUTPUT clause. */
export type ResultSet = readonly Row[];

/**
 * Where the server says that it cannot encrypt, the driver logs in without, whatever its option says: anyone on the way could
 * say so, and read the password. Refused here, before the login is sent.
 */
function insistOnEncryption(connection: Connection): void {
  let secure = false;
  connection.on('secure', () => {
    secure = true;
  });
  const logIn: unknown = Reflect.get(connection, 'sendLogin7Packet');
  if (typeof logIn !== 'function') throw new Error('This version of the tedious driver logs in in an unknown way.');
  const guarded = () => {
    if (secure) return Reflect.apply(logIn, connection, []);
    throw new SourceError('unreachable', 'SQL Server: the server does not encrypt, and `encrypt: false` is not set.');
  };
  if (!Reflect.set(connection, 'sendLogin7Packet', guarded)) throw new Error('The login of tedious cannot be guarded.');
}

/** Logs in. Rejects with `SourceError`, at the latest at the deadline. */
export function connectMssql(options: MssqlOptions, call: CallContext): Promise<Connection> {
  readExactly();
  const left = call.deadline - Date.now();
  const configuration = mssqlConnection(options, left);
  const connection = new Connection(configuration);
  // As the driver is told, since it may also stand in the URL.
  if (configuration.options?.encrypt !== false) insistOnEncryption(connection);
  let refusal: number | undefined;
  connection.on('errorMessage', (message) => {
    refusal = message.number;
  });
  // A connection that breaks while nobody uses it is noticed when it is taken; without a listener it would end the process.
  connection.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    // The driver's own limit does not cover all of the login.
    const timer = setTimeout(
      () => {
        connection.close();
        reject(new SourceError('unreachable', 'SQL Server: no connection could be made by the deadline.'));
      },
      Math.max(0, left),
    );
    connection.connect((error) => {
      clearTimeout(timer);
      if (error) reject(mssqlError(error, undefined, refusal));
      else resolve(connection);
    });
  });
}

/** Connections whose statement was given up; they close by themselves. */
const leaving = new WeakSet<Connection>();

/** Ends a connection; one that is just being cancelled ends when the server has stopped. */
export function retire(connection: Connection): void {
  if (!leaving.has(connection)) connection.close();
}

/** Tells the server to stop by an attention signal (MS-TDS 2.2.1.7), and cuts the connection where that takes too long. */
function giveUp(connection: Connection): void {
  leaving.add(connection);
  setTimeout(() => connection.close(), cancelMs).unref();
  connection.cancel();
}

/**
 * Runs T-SQL and gives the rows of each of its results. With `parameters` it goes through sp_executesql, whose plans are
 * reused by text, so that nothing has to be prepared; without, as a batch. A result without columns is none. `about` is the
 * text that an error's position counts in.
 */
export function ask(
  connection: Connection,
  sql: string,
  parameters: readonly MssqlParameter[] | undefined,
  call: CallContext,
  about: string = sql,
): Promise<readonly ResultSet[]> {
  const left = call.deadline - Date.now();
  if (left <= 0) return Promise.reject(new SourceError('timeout', 'The deadline passed before the statement was run.'));
  if (call.signal?.aborted) return Promise.reject(new SourceError('timeout', 'The caller went away.'));
  return new Promise((resolve, reject) => {
    const sets: Row[][] = [];
    const stop = (reason: string) => {
      settle();
      giveUp(connection);
      reject(new SourceError('timeout', reason, { connectionLost: true }));
    };
    const abandon = () => stop('The caller went away.');
    const timer = setTimeout(() => stop('The database did not answer by the deadline.'), left);
    const settle = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', abandon);
    };
    call.signal?.addEventListener('abort', abandon, { once: true });

    const request = new Request(sql, (error) => {
      settle();
      // Not at once: a driver that is closing calls this, and would be sent round in circles.
      if (leaving.has(connection)) setImmediate(() => connection.close());
      if (error) reject(mssqlError(error, about));
      else resolve(sets);
    });
    request.on('columnMetadata', () => sets.push([]));
    request.on('row', (columns: readonly { readonly value: unknown; readonly metadata: ColumnName }[]) => {
      const row: Record<string, Cell> = {};
      for (const { value, metadata } of columns) row[metadata.colName] = mssqlCell(value, metadata.type.name);
      sets.at(-1)?.push(row);
    });
    if (parameters === undefined) return connection.execSqlBatch(request);
    for (const [index, { type, value }] of parameters.entries()) request.addParameter(`p${index + 1}`, type, value);
    connection.execSql(request);
  });
}

interface ColumnName {
  readonly colName: string;
  readonly type: { readonly name: string };
}
