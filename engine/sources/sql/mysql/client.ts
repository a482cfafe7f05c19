/** One client of the MySQL driver: a request at a time, each ended by the deadline of its call, and what the server's answers say of the session. */
import mysql, { type Connection, type ConnectionOptions, type FieldPacket, type QueryResult } from 'mysql2';
import type { CallContext, SqlValue } from '../../source.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { mysqlError } from './errors.ts';
import type { DriverResult } from './results.ts';
import { toDriver } from './values.ts';

/** All methods reject with `SourceError`. */
export interface MysqlClient {
  /** Runs a statement with its values; the driver prepares it once. */
  execute(sql: string, values: readonly SqlValue[], call: CallContext): Promise<DriverResult>;
  /** Runs SQL without values. */
  query(sql: string, call: CallContext): Promise<DriverResult>;
  /** The columns of a statement, which is not run. */
  prepare(sql: string, call: CallContext): Promise<readonly FieldPacket[]>;
  /** Whether a transaction is open, by the server's last answer. */
  readonly inTransaction: boolean;
  /** False where the connection broke, or was ended. */
  readonly isOpen: boolean;
  /** Ends the session in order. */
  end(): void;
  /** Cuts the connection. */
  destroy(): void;
}

type Callback = (error: unknown, result?: unknown, fields?: readonly FieldPacket[]) => void;

/** Milliseconds that the connection for a KILL may take, and the KILL itself. */
const killTimeoutMs = 2_000;

/** Bit of the server's status: a transaction is open. */
const inTransactionFlag = 1;

/** The server's status after a statement, where the answer holds it. */
function statusOf(result: unknown): number | undefined {
  // The results of a procedure end with the header of the call.
  const header: unknown = Array.isArray(result) ? result.at(-1) : result;
  if (typeof header !== 'object' || header === null) return undefined;
  const isHeader = 'affectedRows' in header && 'fieldCount' in header && 'serverStatus' in header;
  return isHeader && typeof header.serverStatus === 'number' ? header.serverStatus : undefined;
}

/**
 * Has the server end a session and its statement, on another connection. `KILL QUERY` would have no effect where it arrives before the
 * statement.
 */
function killSession(threadId: unknown, options: ConnectionOptions): void {
  if (!Number.isInteger(threadId)) return;
  const killer = mysql.createConnection({ ...options, connectTimeout: killTimeoutMs });
  killer.on('error', () => killer.destroy());
  killer.query({ sql: `KILL ${threadId}`, timeout: killTimeoutMs }, () => killer.destroy());
}

function connect(options: ConnectionOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = mysql.createConnection(options);
    // Without a listener, the error of an idle connection would end the process.
    connection.on('error', () => undefined);
    connection.connect((error) => {
      if (error) reject(mysqlError(error));
      else resolve(connection);
    });
  });
}

/** Makes a connection within the limit that `options` have for it. Rejects with `SourceError`. */
export async function connectClient(options: ConnectionOptions): Promise<MysqlClient> {
  const connection = await connect(options);
  let isOpen = true;
  let inTransaction = false;
  const close = () => {
    isOpen = false;
  };
  connection.on('error', close).on('end', close);

  const actions = (sql: string, values: readonly SqlValue[]) => ({
    cancel() {
      close();
      const { threadId } = connection;
      connection.destroy();
      killSession(threadId, options);
    },
    toSourceError: (error: unknown) => mysqlError(error, sql, values),
  });

  const request = (start: (callback: Callback) => void) => (): Promise<DriverResult> =>
    new Promise((resolve, reject) => {
      start((error, result, fields) => (error ? reject(error) : resolve({ result, fields })));
    });

  async function send(
    sql: string,
    values: readonly SqlValue[],
    call: CallContext,
    start: (callback: Callback) => void,
  ) {
    const answer = await withDeadline(call, actions(sql, values), request(start));
    const status = statusOf(answer.result);
    if (status !== undefined) inTransaction = (status & inTransactionFlag) !== 0;
    return answer;
  }

  return {
    execute: async (sql, values, call) => {
      const bound = values.map(toDriver);
      return send(sql, values, call, (callback) => connection.execute<QueryResult>({ sql, values: bound }, callback));
    },
    query: (sql, call) => send(sql, [], call, (callback) => connection.query<QueryResult>(sql, callback)),
    async prepare(sql, call) {
      const { result } = await send(sql, [], call, (callback) => {
        connection.prepare(sql, (error, statement) => callback(error, statement));
      });
      connection.unprepare(sql);
      const columns: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'columns') : [];
      return Array.isArray(columns) ? columns : [];
    },
    get inTransaction() {
      return inTransaction;
    },
    get isOpen() {
      return isOpen;
    },
    end() {
      close();
      connection.end(() => undefined);
    },
    destroy() {
      close();
      connection.destroy();
    },
  };
}
