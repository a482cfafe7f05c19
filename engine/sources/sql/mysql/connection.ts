/** One connection to MySQL or MariaDB, its session prepared for the engine. */
import type { ConnectionOptions } from 'mysql2';
import type { BoundStatement, CallContext, ColumnOrigin, StatementDescription, StatementResult } from '../../source.ts';
import { rowsOfCall } from '../connections/call-rows.ts';
import { connectClient, type MysqlClient } from './client.ts';
import { connectMs, type Mode, type MysqlOptions, sessionSettings } from './config.ts';
import { affectedRows, readResults } from './results.ts';
import { type SessionClock, setSessionClock } from './session-clock.ts';
import { columnOrigin, isComputedInBinary, isUnsteady, mysqlColumnType } from './values.ts';

/** All methods reject with `SourceError`. */
export interface MysqlConnection {
  /** Runs one statement with its values, prepared once. */
  run(statement: BoundStatement, call: CallContext): Promise<StatementResult>;
  /** Runs SQL without values, such as `COMMIT`. */
  command(sql: string, call: CallContext): Promise<void>;
  /** Begins a transaction by the statement `sql`. */
  begin(sql: string, call: CallContext): Promise<void>;
  /** Columns of the statement's result; none where it gives no rows. The statement is not run. */
  describe(
    sql: string,
    call: CallContext,
  ): Promise<Pick<StatementDescription, 'columns' | 'types' | 'unsteady' | 'computedInBinary'>>;
  /** By column of the statement's result: the column of a table that it shows unchanged. */
  origins(sql: string, call: CallContext): Promise<readonly (ColumnOrigin | undefined)[]>;
  /** Whether a transaction is open, by the server's last answer. */
  readonly inTransaction: boolean;
  /** False where the connection broke, or a transaction is open on it. */
  readonly isReusable: boolean;
  /** Ends the connection: in order where it is reusable, at once otherwise. */
  destroy(): void;
  /** Cuts the connection, whatever its state. */
  cut(): void;
}

/** Prepares the session; gives its clock. */
async function prepareSession(client: MysqlClient, options: MysqlOptions, mode: Mode): Promise<SessionClock> {
  const call = { deadline: Date.now() + connectMs(options) };
  for (const sql of sessionSettings(options, mode)) await client.query(sql, call);
  return setSessionClock(client, options.clock, mode, call);
}

/**
 * Makes a connection and prepares its session, in a limited time. `driverOptions` is what `mysqlDriverOptions` makes of the options.
 * Rejects with `SourceError`.
 */
export async function connectMysql(
  options: MysqlOptions,
  driverOptions: ConnectionOptions,
  mode: Mode,
): Promise<MysqlConnection> {
  const client = await connectClient(driverOptions);
  try {
    return connectionOn(client, await prepareSession(client, options, mode));
  } catch (error) {
    client.destroy();
    throw error;
  }
}

function connectionOn(client: MysqlClient, clock: SessionClock): MysqlConnection {
  const isReusable = () => client.isOpen && !client.inTransaction;
  return {
    async run({ sql, values, written, call: form }, call) {
      const answer = await client.execute(sql, values, call);
      const results = readResults(answer, { timestamp: clock.timestamp, written });
      const rows = form === undefined ? (results[0] ?? []) : rowsOfCall(results, form);
      return { rows, affected: affectedRows(answer.result, sql, rows) };
    },
    async command(sql, call) {
      await client.query(sql, call);
    },
    async begin(sql, call) {
      await clock.refresh(call);
      await client.query(sql, call);
    },
    async describe(sql, call) {
      const fields = await client.prepare(sql, call);
      return {
        columns: fields.map(({ name }) => name),
        types: fields.map(mysqlColumnType),
        unsteady: fields.filter(isUnsteady).map(({ name }) => name),
        computedInBinary: fields.filter(isComputedInBinary).map(({ name }) => name),
      };
    },
    async origins(sql, call) {
      return (await client.prepare(sql, call)).map(columnOrigin);
    },
    get inTransaction() {
      return client.inTransaction;
    },
    get isReusable() {
      return isReusable();
    },
    destroy() {
      if (isReusable()) client.end();
      else client.destroy();
    },
    cut: () => client.destroy(),
  };
}
