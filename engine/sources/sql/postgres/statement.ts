/** Runs a statement on a PostgreSQL connection: prepared and described once per connection, its rows read as they arrive. */
import { createHash } from 'node:crypto';
import type { ClientBase, Connection, Submittable } from 'pg';
import type { BoundStatement, Cell, Row } from '../../source.ts';
import { type PostgresColumn, type ReadRow, rowReader } from './rows.ts';
import { refuseCopyMessage, runMessage, syncMessage, wireEncoding } from './wire-messages.ts';
import { type TakeRow, type Tap, tapOf } from './wire-reader.ts';

export interface PostgresAnswer {
  readonly rows: readonly Row[];
  /** The command tag of the server's answer: `SELECT 20`, `INSERT 0 1`. */
  readonly tag: string;
}

/** What the driver calls while the statement runs. */
interface Running extends Submittable {
  handleRowDescription(message: { readonly fields: readonly PostgresColumn[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

const nothingWritten: ReadonlySet<string> = new Set();

/** A statement that a connection has prepared. Its columns do not change: the server refuses to run it where they would. */
interface Described {
  readonly columns: readonly PostgresColumn[];
  readonly readers: Map<ReadonlySet<string>, ReadRow>;
}

const described = new WeakMap<Connection, Map<string, Described>>();

function describedOn(connection: Connection): Map<string, Described> {
  const known = described.get(connection) ?? new Map<string, Described>();
  described.set(connection, known);
  return known;
}

function readerOf({ columns, readers }: Described, written: ReadonlySet<string>): ReadRow {
  const known = readers.get(written);
  if (known !== undefined) return known;
  const reader = rowReader(columns, written);
  readers.set(written, reader);
  return reader;
}

const names = new Map<string, string>();
const maximumNames = 5_000;

/** The name of the prepared statement, which depends only on the text. */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= maximumNames) names.clear();
  const name = `e_${createHash('sha256').update(sql).digest('base64url').slice(0, 32)}`;
  names.set(sql, name);
  return name;
}

/** Prepares the statement where the connection does not have it yet, and runs it. Rejects with the driver's error. */
export function runStatement(client: ClientBase, statement: BoundStatement): Promise<PostgresAnswer> {
  const { sql, values, written = nothingWritten } = statement;
  return new Promise((resolve, reject) => {
    const rows: Record<string, Cell>[] = [];
    let columns: readonly PostgresColumn[] = [];
    let read: ReadRow | undefined;
    let tag = '';
    let tap: Tap | undefined;
    let prepared: () => void = () => undefined;
    const take: TakeRow = (bytes, text, start) => {
      read ??= rowReader(columns, written);
      rows.push(read(bytes, text, start));
    };
    const running: Running = {
      submit(connection) {
        const all = describedOn(connection);
        const known = all.get(sql);
        if (known !== undefined) read = readerOf(known, written);
        else prepared = () => all.set(sql, { columns, readers: new Map() });
        tap = tapOf(connection);
        tap.take = take;
        const message = runMessage({ name: statementName(sql), sql, known: known !== undefined }, values);
        if (connection.stream.writable) connection.stream.write(message + syncMessage, wireEncoding);
      },
      handleRowDescription(message) {
        columns = message.fields;
      },
      handleCommandComplete(message) {
        tag = message.text;
      },
      handleEmptyQuery() {},
      handleCopyInResponse({ stream }) {
        stream.write(refuseCopyMessage('A statement cannot be given data to copy.'), wireEncoding);
      },
      handleCopyData() {},
      handleError(error) {
        if (tap !== undefined) tap.take = undefined;
        reject(error);
      },
      handleReadyForQuery() {
        if (tap !== undefined) tap.take = undefined;
        prepared();
        resolve({ rows, tag });
      },
    };
    client.query(running);
  });
}
