/** A direct connection to a database, without the engine: to fill it and to check its contents. */
import type { DatabaseKind } from '../../../../engine/index.ts';
import { partsOf } from '../fixture-files/statements.ts';
import type { FixtureDatabase, TextRow } from './fixture-database.ts';

/** A statement that the database rejects. The message is the database's, without a full stop. */
export class StatementRefused extends Error {
  /** Offset in the statement; 0 if unknown. */
  readonly position: number;
  /** The statement may be valid: the stand-in of the database cannot run it. */
  readonly isGap: boolean;
  constructor(message: string, position = 0, cause?: unknown, isGap = false) {
    super(message.replace(/\s*\n\s*/g, ' ').replace(/\.\s*$/, ''), { cause });
    this.name = 'StatementRefused';
    this.position = position;
    this.isGap = isGap;
  }
}

/** A name that may contain a schema: `dbo.Customer`; or one that is written as in SQL. */
type TableName = string | { readonly quoted: string };

export interface DatabaseClient {
  readonly databaseKind: DatabaseKind;
  /**
   * Runs one statement, or one batch of T-SQL, and returns its rows. `values` are bound to the dialect's
   * placeholders. Rejects with `StatementRefused`.
   */
  execute(sql: string, values?: readonly (string | null)[]): Promise<readonly TextRow[]>;
  /** Inserts rows into a table. Rejects with `StatementRefused`. */
  insert(table: TableName, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Runs `work` in a transaction, which is rolled back if it fails. */
  transaction(work: () => Promise<void>): Promise<void>;
  /** Ends settings of a script that would keep later scripts and rows from finding their tables. */
  afterScript?(): Promise<void>;
  /** Gives the session its first settings again. Rejects in an open transaction. A client without it is closed after a script that can change them. */
  reset?(): Promise<void>;
  /** Whether the server has ended the connection. */
  isLost?(): boolean;
  close(): Promise<void>;
}

type Execute = DatabaseClient['execute'];

/** Extensions of INSERT that a database needs to accept fixture rows. */
interface InsertSyntax {
  /** Text between columns and VALUES, with a leading space, for explicit values in identity columns. */
  readonly beforeRows?: string;
  /** Adds statements before and after the INSERT. `table` is quoted. */
  readonly surround?: (table: string, sql: string) => string;
}

/** Creates `insert` of a client. */
export function createInsert(
  { dialect }: DatabaseKind,
  execute: Execute,
  form: InsertSyntax = {},
): DatabaseClient['insert'] {
  const { quote, placeholder } = dialect;
  const { beforeRows = '', surround = (_table, sql) => sql } = form;
  return async (table, columns, rows) => {
    const quoted = typeof table === 'string' ? table.split('.').map(quote).join('.') : table.quoted;
    const slot = (row: number, column: number): string => placeholder(row * columns.length + column + 1);
    const tuples = rows.map((_, row) => `(${columns.map((_column, column) => slot(row, column)).join(', ')})`);
    const sql = `insert into ${quoted} (${columns.map(quote).join(', ')})${beforeRows} values ${tuples.join(', ')}`;
    await execute(surround(quoted, sql), rows.flat());
  };
}

/** The statements that control a transaction. */
interface TransactionStatements {
  readonly begin: string;
  readonly commit: string;
  readonly rollback: string;
}

/** Creates `transaction` of a client. */
export function createTransaction(
  execute: Execute,
  { begin, commit, rollback }: TransactionStatements,
): DatabaseClient['transaction'] {
  return async (work) => {
    await execute(begin);
    try {
      await work();
      await execute(commit);
    } catch (error) {
      await execute(rollback);
      throw error;
    }
  };
}

/** Cells as texts by `String`; undefined becomes null. */
export function textRow(row: Readonly<Record<string, unknown>>): TextRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null || value === undefined ? null : String(value)]),
  );
}

/** The URL of a database on the server. */
export function onServer(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** Connects, runs `work` with the client, and disconnects. */
export async function withClient<T>(
  connect: (url: string) => Promise<DatabaseClient>,
  url: string,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Runs scripts on one database, outside the engine. */
interface ScriptRunner {
  /** Runs all statements of a script. Returns the rows of the last statement. */
  run(sql: string): Promise<readonly TextRow[]>;
  /** Closes the idle connections. */
  close(): Promise<void>;
}

/** A script of one statement that leaves neither settings, a temporary table nor an open transaction in its session. */
const leavesSessionAsItWas =
  /^\s*(?:select|with|insert|update|delete|drop|create(?!\s+(?:local\s+|global\s+)?temp))\b[^;]*;?\s*$/i;

/**
 * Scripts take an idle connection, or open one: a check runs thousands of them, and PostgreSQL needs about 20 ms of processor time for a
 * connection. A connection is closed after a failed script.
 */
export function createScriptRunner(connect: () => Promise<DatabaseClient>): ScriptRunner {
  const idle: DatabaseClient[] = [];
  /** An idle connection that the server has not ended, as the restart of a server does. */
  async function usable(): Promise<DatabaseClient | undefined> {
    const client = idle.pop();
    if (client?.isLost?.() !== true) return client;
    await client.close();
    return usable();
  }
  return {
    async run(sql) {
      const client = (await usable()) ?? (await connect());
      try {
        let rows: readonly TextRow[] = [];
        for (const part of partsOf(sql, client.databaseKind)) {
          if (part.kind !== 'statement')
            throw new Error('Only statements can be run here, no rows and commands of psql');
          rows = await client.execute(part.sql);
        }
        if (leavesSessionAsItWas.test(sql)) idle.push(client);
        else if (client.reset === undefined) await client.close();
        else {
          await client.reset();
          idle.push(client);
        }
        return rows;
      } catch (error) {
        await client.close();
        throw error;
      }
    },
    async close() {
      for (const client of idle.splice(0)) await client.close();
    },
  };
}

/** The database of a fixture. `drop` runs after its idle connections are closed. */
export function createFixtureDatabase(
  connection: FixtureDatabase['connection'],
  connect: () => Promise<DatabaseClient>,
  drop: () => Promise<void> | void,
): FixtureDatabase {
  const { run, close } = createScriptRunner(connect);
  return {
    connection,
    run,
    async drop() {
      await close();
      await drop();
    },
  };
}
