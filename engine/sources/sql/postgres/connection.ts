/** One PostgreSQL connection. A statement ends by the deadline of its call, or the connection is destroyed. */
import { Client, type ClientConfig } from 'pg';
import type {
  BoundStatement,
  CallContext,
  CallForm,
  Row,
  SqlValue,
  StatementDescription,
  StatementOutcome,
} from '../../source.ts';
import { rowsOfCall } from '../connections/call-rows.ts';
import type { RunStatements } from '../connections/scoped-session.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { type DescribedColumn, describeOnClient, isComputedInBinary } from './describe.ts';
import { cancelStatement, endConnection } from './end-connection.ts';
import { postgresError } from './errors.ts';
import { type PostgresOutcome, type PostgresStatement, runStatement, runStatements } from './statement.ts';
import { isPostgresWhole, postgresColumnType } from './values.ts';

/** All methods reject with `SourceError`. */
export interface PostgresConnection {
  /** Runs a statement for its rows. */
  read(statement: BoundStatement, call: CallContext): Promise<readonly Row[]>;
  /** Runs statements in one round trip. */
  run(statements: readonly PostgresStatement[], call: CallContext): ReturnType<RunStatements>;
  /** Runs SQL without values, such as `BEGIN`, and gives the command tag of the server's answer. */
  command(sql: string, call: CallContext): Promise<string>;
  /** Has the server parse a statement; it is not run. */
  describe(sql: string, call: CallContext): Promise<StatementDescription>;
  /** The same for its columns as PostgreSQL describes them. */
  columnsOf(sql: string, call: CallContext): Promise<readonly DescribedColumn[]>;
  /** By the server's last answer: no transaction, an open one, or one that has failed. */
  readonly transaction: 'none' | 'open' | 'failed';
  /** False where the connection broke, or a transaction is open on it. */
  readonly isReusable: boolean;
  /** Ends the connection and what runs on it. */
  destroy(): Promise<void>;
}

/** The command tags that count rows: `INSERT 0 1`, `UPDATE 3`. */
const changeTag = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.* (\d+)$/;

/** A procedure gives outputs and no rows, a function gives rows and no outputs. */
function calledRows(rows: readonly Row[], sql: string, form: CallForm): readonly Row[] {
  return rowsOfCall(sql.startsWith('CALL ') && !form.outputs ? [] : [rows], form);
}

function outcomeOf({ sql, values, call }: BoundStatement, outcome: PostgresOutcome | undefined): StatementOutcome {
  if (outcome?.ok !== true) return { ok: false, error: postgresError(outcome?.error, sql, values) };
  const { rows, tag } = outcome.answer;
  const affected = Number(changeTag.exec(tag)?.[1] ?? 0);
  return { ok: true, result: { rows: call === undefined ? rows : calledRows(rows, sql, call), affected } };
}

/** Makes a connection within the limit that `config` has for it. Rejects with `SourceError`. */
export async function connectPostgres(config: ClientConfig): Promise<PostgresConnection> {
  const client = new Client(config);
  let isOpen = true;
  const close = () => {
    isOpen = false;
  };
  // Without a listener, the error of an idle connection would end the process.
  client.on('error', close).on('end', close);
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => undefined);
    throw postgresError(error);
  }

  function withinCall<T>(
    call: CallContext,
    work: () => Promise<T>,
    sql?: string,
    values?: readonly SqlValue[],
  ): Promise<T> {
    const cancel = () => cancelStatement(client);
    return withDeadline(call, { cancel, toSourceError: (error) => postgresError(error, sql, values) }, work);
  }

  return {
    async read(statement, call) {
      const { sql, values, call: form } = statement;
      const { rows } = await withinCall(call, () => runStatement(client, statement), sql, values);
      return form === undefined ? rows : calledRows(rows, sql, form);
    },
    async run(statements, call) {
      const outcomes = await withinCall(call, () => runStatements(client, statements));
      return statements.slice(0, outcomes.length).map((statement, index) => outcomeOf(statement, outcomes[index]));
    },
    async command(sql, call) {
      const { command } = await withinCall(call, () => client.query(sql), sql);
      return command;
    },
    async describe(sql, call) {
      const { columns, parameters } = await withinCall(call, () => describeOnClient(client, sql), sql);
      return {
        columns: columns.map(({ name }) => name),
        types: columns.map(({ type }) => postgresColumnType(type)),
        computedInBinary: columns.filter(isComputedInBinary).map(({ name }) => name),
        wholes: parameters.flatMap((type, index) => (isPostgresWhole(type) ? [index] : [])),
        readOnly: undefined,
      };
    },
    async columnsOf(sql, call) {
      const { columns } = await withinCall(call, () => describeOnClient(client, sql), sql);
      return columns;
    },
    get transaction() {
      const status = client.getTransactionStatus();
      return status === 'T' ? 'open' : status === 'E' ? 'failed' : 'none';
    },
    get isReusable() {
      return isOpen && client.getTransactionStatus() === 'I';
    },
    destroy() {
      close();
      return endConnection(client);
    },
  };
}
