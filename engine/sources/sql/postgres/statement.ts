/** Runs a statement on a PostgreSQL connection: prepared and described once per connection, its rows read as they arrive. */

import { createHash } from 'node:crypto';
import type { ClientBase, Connection, Submittable } from 'pg';
import { oncePer } from '../../../base/once-per.ts';
import type { BoundStatement, Cell, Row } from '../../source.ts';
import { type PostgresColumn, type ReadRow, rowReader } from './rows.ts';
import { commandMessage, refuseCopyMessage, runMessage, syncMessage, wireEncoding } from './wire-messages.ts';
import { type TakeRow, type Tap, tapOf } from './wire-reader.ts';

export type PostgresOutcome =
  | { readonly ok: true; readonly answer: PostgresAnswer }
  /** With the driver's error. */
  | { readonly ok: false; readonly error: unknown };

/** `isCommand`: `BEGIN` and the like, without values and rows, which is not prepared. */
export interface PostgresStatement extends BoundStatement {
  readonly isCommand?: true;
}

interface PostgresAnswer {
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
  /** Set by the first run. */
  columns: readonly PostgresColumn[];
  readonly readers: Map<ReadonlySet<string>, ReadRow>;
}

const nothingDescribed: Described = { columns: [], readers: new Map() };

const describedOn = oncePer(() => new Map<string, Described>(), new WeakMap<Connection, Map<string, Described>>());

function readerOf({ columns, readers }: Described, written: ReadonlySet<string>): ReadRow {
  const cachedReader = readers.get(written);
  if (cachedReader !== undefined) return cachedReader;
  const reader = rowReader(columns, written);
  readers.set(written, reader);
  return reader;
}

const names = new Map<string, string>();
const maximumNames = 5_000;

/** The name of the prepared statement, which depends only on the text. */
function statementName(sql: string): string {
  const cachedName = names.get(sql);
  if (cachedName !== undefined) return cachedName;
  if (names.size >= maximumNames) names.clear();
  const name = `e_${createHash('sha256').update(sql).digest('base64url').slice(0, 32)}`;
  names.set(sql, name);
  return name;
}

/** Statements in one round trip, as the driver runs them. After an error the server skips those that follow. */
class Batch implements Running {
  readonly #statements: readonly PostgresStatement[];
  readonly #done: (outcomes: readonly PostgresOutcome[]) => void;
  readonly #outcomes: PostgresOutcome[] = [];
  readonly #described: Described[] = [];
  /** Statements that the connection did not have before; undefined if it had all of them. */
  #added: Map<string, Described> | undefined;
  #known: Map<string, Described> | undefined;
  #tap: Tap | undefined;
  /** Rows of the statement that is running. */
  #rows: Record<string, Cell>[] = [];
  #read: ReadRow | undefined;

  /** `done`: called once, when the server is ready again or has reported an error. */
  constructor(statements: readonly PostgresStatement[], done: (outcomes: readonly PostgresOutcome[]) => void) {
    this.#statements = statements;
    this.#done = done;
  }

  /** What is run, for those who look at the queries of the driver. */
  get text(): string {
    return this.#statements.map(({ sql }) => sql).join(';\n');
  }

  submit(connection: Connection): void {
    this.#known = describedOn(connection);
    let messages = '';
    for (const { sql, values, isCommand } of this.#statements) {
      if (isCommand === true) {
        this.#described.push(nothingDescribed);
        messages += commandMessage(sql);
        continue;
      }
      const describedStatement = this.#known.get(sql) ?? this.#added?.get(sql);
      this.#described.push(describedStatement ?? this.#add(sql));
      messages += runMessage({ name: statementName(sql), sql, isPrepared: describedStatement !== undefined }, values);
    }
    this.#tap = tapOf(connection);
    this.#tap.take = this.#take;
    if (connection.stream.writable) connection.stream.write(messages + syncMessage, wireEncoding);
  }

  handleRowDescription({ fields }: { readonly fields: readonly PostgresColumn[] }): void {
    const described = this.#described[this.#outcomes.length];
    if (described !== undefined) described.columns = fields;
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#outcomes.push({ ok: true, answer: { rows: this.#rows, tag: text } });
    this.#rows = [];
    this.#read = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleCopyInResponse({ stream }: Connection): void {
    // Before other statements, the server takes the next message for an error.
    const isLast = this.#outcomes.length === this.#statements.length - 1;
    if (isLast) stream.write(refuseCopyMessage('A statement cannot be given data to copy.'), wireEncoding);
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    if (this.#tap !== undefined) this.#tap.take = undefined;
    this.#outcomes.push({ ok: false, error });
    this.#done(this.#outcomes);
  }

  handleReadyForQuery(): void {
    if (this.#tap !== undefined) this.#tap.take = undefined;
    if (this.#added !== undefined) for (const [sql, described] of this.#added) this.#known?.set(sql, described);
    this.#done(this.#outcomes);
  }

  #add(sql: string): Described {
    const described: Described = { columns: [], readers: new Map() };
    this.#added ??= new Map();
    this.#added.set(sql, described);
    return described;
  }

  readonly #take: TakeRow = (bytes, text, start) => {
    this.#read ??= this.#reader();
    this.#rows.push(this.#read(bytes, text, start));
  };

  #reader(): ReadRow {
    const index = this.#outcomes.length;
    const described = this.#described[index];
    if (described === undefined) throw new Error('invariant: a row belongs to a statement');
    return readerOf(described, this.#statements[index]?.written ?? nothingWritten);
  }
}

/**
 * Runs statements in one round trip, each prepared where the connection does not have it yet. The outcomes are in their order, and end with the
 * first that failed.
 */
export function runStatements(
  client: ClientBase,
  statements: readonly PostgresStatement[],
): Promise<readonly PostgresOutcome[]> {
  return new Promise((resolve) => client.query(new Batch(statements, resolve)));
}

/** Runs one statement. Rejects with the driver's error. */
export function runStatement(client: ClientBase, statement: BoundStatement): Promise<PostgresAnswer> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch([statement], ([outcome]) => {
        if (outcome?.ok === true) resolve(outcome.answer);
        else reject(outcome?.error);
      }),
    );
  });
}
