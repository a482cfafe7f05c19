/** One connection past the engine, to fill a database and to look into it. */
import type { DatabaseKind } from '../../../engine/index.ts';
import { statementsOf } from '../fixture-files/statements.ts';
import type { TextRow } from './fixture-database.ts';

/** A statement that the database refuses. The message is the database's, without a full stop. */
export class StatementRefused extends Error {
  /** Offset into the statement, where the database tells. */
  readonly position: number;
  /** It may well be right: a stand-in of the database cannot run it. */
  readonly isGap: boolean;
  constructor(message: string, position = 0, cause?: unknown, isGap = false) {
    super(message.replace(/\s*\n\s*/g, ' ').replace(/\.\s*$/, ''), { cause });
    this.name = 'StatementRefused';
    this.position = position;
    this.isGap = isGap;
  }
}

export interface DatabaseClient {
  readonly databaseKind: DatabaseKind;
  /** Runs one statement, or one batch of T-SQL, and gives its rows. Values are texts in the dialect's placeholders. Rejects with `StatementRefused`. */
  execute(sql: string, values?: readonly (string | null)[]): Promise<readonly TextRow[]>;
  /** Adds rows to a table whose name may have a schema before it. Rejects with `StatementRefused`. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Does all of the work, or none of it. */
  transaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

type Execute = DatabaseClient['execute'];

/** How a kind of database takes the rows of a fixture. */
export interface InsertSyntax {
  /** Words between the columns and the rows, with a space before them: numbers that a table would give itself are those of the fixture. */
  readonly beforeRows?: string;
  /** Puts statements around the INSERT. The name of the table is quoted. */
  readonly around?: (table: string, sql: string) => string;
}

/** `insert` of a client. */
export function createInsert(
  { dialect }: DatabaseKind,
  execute: Execute,
  form: InsertSyntax = {},
): DatabaseClient['insert'] {
  const { quote, placeholder } = dialect;
  const { beforeRows = '', around = (_table, sql) => sql } = form;
  return async (table, columns, rows) => {
    const quoted = table.split('.').map(quote).join('.');
    const slot = (row: number, column: number): string => placeholder(row * columns.length + column + 1);
    const tuples = rows.map((_, row) => `(${columns.map((_column, column) => slot(row, column)).join(', ')})`);
    const sql = `insert into ${quoted} (${columns.map(quote).join(', ')})${beforeRows} values ${tuples.join(', ')}`;
    await execute(around(quoted, sql), rows.flat());
  };
}

/** The statements that begin and end a transaction. */
export interface TransactionStatements {
  readonly begin: string;
  readonly commit: string;
  readonly rollback: string;
}

/** `transaction` of a client. */
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

export function textRow(row: Readonly<Record<string, unknown>>): TextRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null || value === undefined ? null : String(value)]),
  );
}

/** Connects, runs all statements of a text, and disconnects. Gives the rows of the last. */
export async function runOn(connect: () => Promise<DatabaseClient>, sql: string): Promise<readonly TextRow[]> {
  const client = await connect();
  try {
    let rows: readonly TextRow[] = [];
    for (const piece of statementsOf(sql, client.databaseKind)) rows = await client.execute(piece.sql);
    return rows;
  } finally {
    await client.close();
  }
}
