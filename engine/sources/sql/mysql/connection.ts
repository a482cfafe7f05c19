/** One connection to MySQL or MariaDB: its session, prepared statements, values in and out, an end to what takes too long. */
import mysql, { type Connection, type ConnectionOptions, type FieldPacket, type QueryResult } from 'mysql2';
import {
  type BoundStatement,
  type CallContext,
  type Row,
  SourceError,
  type SqlValue,
  type StatementFacts,
} from '../../source.ts';
import { rowsOfCall } from '../procedure-rows.ts';
import type { StatementResult } from '../scoped-session.ts';
import { within } from '../with-deadline.ts';
import { type Mode, type MysqlOptions, sessionSettings } from './config.ts';
import { mysqlError } from './errors.ts';
import { isUtc, offsetText, sessionOffset, toZone } from './time-zone.ts';
import { columnReaders, isUnsteady, mysqlColumnType, toDriver } from './values.ts';

export interface MysqlConnection {
  /** Runs one statement with its values, prepared once. */
  run(statement: BoundStatement, call: CallContext): Promise<StatementResult>;
  /** Runs `COMMIT` and the like. */
  command(sql: string, call: CallContext): Promise<void>;
  /** Begins a transaction: `sql` says of which kind. */
  begin(sql: string, call: CallContext): Promise<void>;
  /** Columns of the statement's result; none where it gives no rows. The statement is not run. */
  describe(sql: string, call: CallContext): Promise<Pick<StatementFacts, 'columns' | 'types' | 'unsteady'>>;
  /** Whether a transaction is open, by the server's last word. */
  readonly inTransaction: boolean;
  /** False when the connection broke, or the server closed it. */
  readonly alive: boolean;
  end(): void;
  destroy(): void;
}

const inTransactionFlag = 1;
const unknownZone = 1298;
const changing = /^(?:\s|--[^\n]*\n|#[^\n]*\n|\/\*.*?\*\/)*(?:insert|replace|update|delete)\b/is;

type Result = { readonly result: unknown; readonly fields: readonly FieldPacket[] | undefined };

function statusOf(result: unknown): number | undefined {
  // A procedure's results end with a header of the call itself.
  const header: unknown = Array.isArray(result) ? result.at(-1) : result;
  if (typeof header !== 'object' || header === null) return undefined;
  const isHeader = 'affectedRows' in header && 'fieldCount' in header && 'serverStatus' in header;
  return isHeader && typeof header.serverStatus === 'number' ? header.serverStatus : undefined;
}

function affectedBy(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return 0;
  return Number(result.affectedRows);
}

/**
 * Tells the server to end a connection and what it is doing: this takes another connection. `KILL QUERY` would do nothing where
 * the server takes the statement up only after it.
 */
function cancel(connection: Connection, driver: ConnectionOptions): void {
  const { threadId } = connection;
  connection.destroy();
  if (!Number.isInteger(threadId)) return;
  const messenger = mysql.createConnection({ ...driver, connectTimeout: 2_000 });
  messenger.on('error', () => messenger.destroy());
  messenger.query({ sql: `KILL ${threadId}`, timeout: 2_000 }, () => messenger.destroy());
}

function connect(driver: ConnectionOptions, call: CallContext): Promise<Connection> {
  const left = call.deadline - Date.now();
  if (left <= 0) return Promise.reject(new SourceError('timeout', 'The deadline passed before a connection was made.'));
  const connectTimeout = Math.min(left, driver.connectTimeout ?? left);
  return new Promise((resolve, reject) => {
    const connection = mysql.createConnection({ ...driver, connectTimeout });
    // Without a listener, a connection that breaks while nobody uses it would end the process.
    connection.on('error', () => undefined);
    connection.connect((error) => {
      if (error) reject(mysqlError(error));
      else resolve(connection);
    });
  });
}

/**
 * Makes a connection and prepares its session, by the call's deadline at most. `driver` is what `mysqlDriver` makes of the
 * options. Rejects with `SourceError`.
 */
export async function connectMysql(
  options: MysqlOptions,
  driver: ConnectionOptions,
  mode: Mode,
  call: CallContext,
): Promise<MysqlConnection> {
  const { clock } = options;
  const connection = await connect(driver, call);
  let alive = true;
  let inTransaction = false;
  /** Minutes east of UTC of a session whose server does not know the clock's zone. */
  let offset: number | undefined;
  const dead = () => {
    alive = false;
  };
  connection.on('error', dead).on('end', dead);

  async function ask(
    call: CallContext,
    sql: string,
    start: (done: Done) => void,
    values: readonly SqlValue[] = [],
  ): Promise<Result> {
    const giving = {
      cancel: () => cancel(connection, driver),
      failure: (error: unknown) => mysqlError(error, sql, values),
    };
    const answer = await within(
      call,
      giving,
      () =>
        new Promise<Result>((resolve, reject) => {
          start((error, result, fields) => (error ? reject(error) : resolve({ result, fields })));
        }),
    );
    const status = statusOf(answer.result);
    if (status !== undefined) inTransaction = (status & inTransactionFlag) !== 0;
    return answer;
  }

  const command = async (sql: string, call: CallContext) => {
    await ask(call, sql, (done) => connection.query<QueryResult>(sql, done));
  };

  async function setOffset(call: CallContext): Promise<void> {
    const now = sessionOffset(Date.now(), clock, mode);
    if (offset !== now) await command(`SET SESSION time_zone = '${offsetText(now)}'`, call);
    offset = now;
  }

  async function setClock(call: CallContext): Promise<void> {
    if (isUtc(clock)) return command("SET SESSION time_zone = '+00:00'", call);
    try {
      await command(`SET SESSION time_zone = ${mysql.escape(clock)}`, call);
    } catch (error) {
      if (numberOf(error) !== unknownZone) throw error;
      await setOffset(call);
    }
  }

  function rowsIn(rows: unknown, columns: unknown, written: ReadonlySet<string> | undefined): readonly Row[] {
    if (!Array.isArray(rows) || !Array.isArray(columns)) return [];
    const away = offset;
    const timestamp = away === undefined ? undefined : (text: string) => toZone(text, away, clock);
    const readers = columnReaders(columns, timestamp, written);
    for (const row of rows) {
      for (const [name, read] of readers) if (row[name] !== null) row[name] = read(row[name]);
    }
    return rows;
  }

  /** The rows of each result. A procedure gives lists of results and of columns, and a header of the call at their end. */
  function resultsOf(
    { result, fields }: Result,
    written: ReadonlySet<string> | undefined,
  ): readonly (readonly Row[])[] {
    if (!Array.isArray(result) || !fields?.some((columns) => Array.isArray(columns)))
      return Array.isArray(result) ? [rowsIn(result, fields, written)] : [];
    return result.flatMap((rows, index) => (Array.isArray(rows) ? [rowsIn(rows, fields[index], written)] : []));
  }

  try {
    for (const sql of sessionSettings(options, mode)) await command(sql, call);
    await setClock(call);
  } catch (error) {
    connection.destroy();
    throw error;
  }

  return {
    async run({ sql, values, written, call: form }, call) {
      const bound = values.map(toDriver);
      const answer = await ask(
        call,
        sql,
        (done) => connection.execute<QueryResult>({ sql, values: bound }, done),
        values,
      );
      const results = resultsOf(answer, written);
      const rows = form === undefined ? (results[0] ?? []) : rowsOfCall(results, form);
      const returned = Array.isArray(answer.result) && changing.test(sql);
      return { rows, affected: returned ? rows.length : affectedBy(answer.result) };
    },
    command,
    async begin(sql, call) {
      // Summer time may have begun or ended since the connection was made.
      if (offset !== undefined && mode === 'write') await setOffset(call);
      await command(sql, call);
    },
    async describe(sql, call) {
      const { result } = await ask(call, sql, (done) => {
        connection.prepare(sql, (error, statement) => done(error, statement));
      });
      connection.unprepare(sql);
      const columns: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'columns') : [];
      const fields: readonly FieldPacket[] = Array.isArray(columns) ? columns : [];
      const unsteady = fields.filter(isUnsteady).map(({ name }) => name);
      return { columns: fields.map(({ name }) => name), types: fields.map(mysqlColumnType), unsteady };
    },
    get inTransaction() {
      return inTransaction;
    },
    get alive() {
      return alive;
    },
    end() {
      dead();
      connection.end(() => undefined);
    },
    destroy() {
      dead();
      connection.destroy();
    },
  };
}

type Done = (error: unknown, result?: unknown, fields?: readonly FieldPacket[]) => void;

function numberOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? Reflect.get(cause, 'errno') : undefined;
}
