/** The interface between the engine and the places where an ERP's data lives. `compile` and `run` see sources only through it. */

import type { AnswerMemory } from '../base/answer-memory.ts';
import type { SourceEvent } from '../base/events.ts';
import type { Span } from '../base/span.ts';

/** What a driver gives, before the contract shapes it. Decimals and big integers that a double cannot hold come as text or bigint. */
export type Cell = null | boolean | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, Cell>>;

/** What a statement can be given as a value. Decimals are text; instants and dates are text in the ERP's own clock. */
export type SqlValue = null | boolean | number | bigint | string;

/** One statement in the driver's own placeholder style, with its values. Equal texts are prepared once and reused. */
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** What each of them is, for people: the name in the profile's SQL, or what the engine adds. */
  readonly names?: readonly string[] | undefined;
  /**
   * Columns that are only written into an answer. A source may give their whole numbers and decimals as canonical text (`12.3`), which
   * spares it and the answer the way through numbers. One and the same set for all runs of a statement, so that it can be a key.
   */
  readonly written?: ReadonlySet<string> | undefined;
  /** Set where the statement calls a procedure: the first row of its result then holds the outputs, the rows of the call follow. */
  readonly call?: CallForm | undefined;
}

/** What a driver has to know of a call besides its text. */
export interface CallForm {
  /** Types of the parameters that the values are for, as the database writes them. */
  readonly types: readonly string[];
  /** The last of the results is one row of outputs. */
  readonly outputs: boolean;
  /** Which of the other results gives the rows, counted from 1; undefined: the first, or one empty row where there is none. */
  readonly rows: number | undefined;
}

/** The output with the return code of a procedure, where the database has one. */
export const returnColumn = 'engine_returned';

/** A parameter of a stored procedure. */
export interface ProcedureParameter {
  /** As the database spells it, without `@`. */
  readonly name: string;
  /** As the database writes it in a declaration: `varchar(21)`, `numeric(19,5)`. */
  readonly type: string;
  readonly mode: 'in' | 'out' | 'inout';
  /** It has a default, or the database does not report one. */
  readonly optional: boolean;
}

/** A stored procedure, or a function that is called like one. */
export interface Procedure {
  readonly kind: 'procedure' | 'function';
  /** What it gives are rows; the outputs of any other are its parameters. */
  readonly givesRows: boolean;
  readonly parameters: readonly ProcedureParameter[];
  /** False where the login may not call it. */
  readonly granted: boolean;
}

/** Signals that a caller went away. An `AbortSignal` is one. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The request that a piece of work belongs to, for events and traces. */
export interface CallOrigin {
  readonly requestId: string;
  /** Path of the endpoint. */
  readonly endpoint: string;
  /** Undefined if the request is not traced. */
  readonly span?: Span | undefined;
}

/** How long a piece of work may take, and whether its caller still wants it. */
export interface CallContext {
  /** Milliseconds since the epoch by the machine's clock. */
  readonly deadline: number;
  /** Aborted when the caller went away: reads are given up, writes run on. */
  readonly signal?: CallSignal;
  /** Takes the log events of a source in this call; without it the source logs them outside of a call. */
  readonly report?: (event: SourceEvent) => void;
  /** Undefined for work that belongs to no request, such as a probe. */
  readonly origin?: CallOrigin | undefined;
  /** Undefined if the answers of this call are not bounded. */
  readonly memory?: AnswerMemory | undefined;
  /** Called on the connection of each HTTP request with an effect, before its first byte. If it rejects with `SourceError`, nothing is sent. */
  readonly beforeFirstByte?: (() => Promise<void>) | undefined;
}

/** The same for a transaction that writes. */
interface WriteContext extends CallContext {
  /**
   * Transactions with the same text here, of at most 255 characters, run one after the other: each sees all that the one before has
   * committed. This makes nothing in the database.
   */
  readonly lock?: string | undefined;
}

/** What a column holds, as far as a comparison with a time has to know. `instant` knows its own time zone, `datetime` does not. */
export type ColumnType = 'instant' | 'datetime' | 'date' | 'time' | 'number' | 'text' | 'binary' | 'other';

/** What the database says of a statement without running it. */
export interface StatementDescription {
  /**
   * Names of the result's columns, as the database spells them; empty when the statement returns no rows, undefined when the
   * database can report only by running it.
   */
  readonly columns: readonly string[] | undefined;
  /** What each of them holds; undefined where the dialect does not show it. */
  readonly types: readonly (ColumnType | undefined)[];
  /** Columns whose returned values do not compare in the order of the rows: they cannot be page keys. */
  readonly unsteady?: readonly string[];
  /** Columns that an expression of the statement computes in binary floating point; a stored column that is shown unchanged is not among them. */
  readonly computedInBinary?: readonly string[];
  /** False when the statement would change data; undefined when the dialect does not show it. */
  readonly readOnly: boolean | undefined;
  /** Placeholders, counted from 0, for which the database takes whole numbers alone; undefined where it does not report it. */
  readonly wholes?: readonly number[] | undefined;
  /** What the text of the statement shows of its columns; a database is not asked for it. */
  readonly values?: readonly OutputColumn[];
  /** What is called, where the statement is a call: those of this name, and more than one where it is overloaded. */
  readonly procedures?: readonly Procedure[] | 'undetermined';
  /** By searched column: the form of the search that an index serves. Only where it is not the usual form. */
  readonly searchForms?: Readonly<Record<string, SearchForm>>;
}

/**
 * How an index serves a search for text inside a column, other than an index on the column in lower case. `column`: a comparison of the column that ignores case
 * is served, and means the same. `calls`: the index is on functions of the column, the outermost first, as the database quotes them (`["f_unaccent", "lower"]`);
 * none for the column itself. It serves a condition that every hit fulfils.
 */
export type WordsForm = { readonly kind: 'column' } | { readonly kind: 'calls'; readonly calls: readonly string[] };

/** `ordered`: an index on the column in lower case, in the order of its characters, serves a search by `prefix` or `exact`. */
export type SearchForm = WordsForm | { readonly kind: 'ordered' };

/** The columns of a query that are searched, and how: by words inside them, by their start, or as a whole. */
export interface Searched {
  readonly columns: readonly string[];
  readonly match: 'words' | 'prefix' | 'exact';
}

/** A column of a table, as the catalogue of the database spells it. */
export interface ColumnOrigin {
  /** Undefined where a name without a schema means this table. */
  readonly schema: string | undefined;
  readonly table: string;
  readonly column: string;
}

/** Types of values whose difference matters to a contract. A text may hold any of the others. */
export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'time';

/** A column of a statement's result. */
export interface OutputColumn {
  readonly name: string;
  /** Undefined where the statement alone does not show it. */
  readonly type: ValueType | undefined;
  /** The value itself, if it is a literal in the statement. */
  readonly literal?: string;
  /** The statement computes it in binary floating point. */
  readonly isBinary?: boolean;
}

export type SourceErrorKind =
  /** No connection: down, refused, wrong address, lost, pool exhausted. */
  | 'unreachable'
  /** Login or grant refused. */
  | 'denied'
  | 'timeout'
  | 'throttled'
  /** Deadlock, serialization failure, lock time-out: a fresh transaction may succeed. */
  | 'conflict'
  /** A value does not fit: too long, out of range, not a number. */
  | 'value'
  /** A constraint of the ERP's database is broken: unique, foreign key, check, not null. */
  | 'constraint'
  /** The statement itself is wrong: syntax, unknown table or column. */
  | 'statement'
  /** Anything else. */
  | 'broken';

/** A failure of a source. `message` may hold driver text: it is for the operator's log and the author's terminal, never for the caller. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  /** Offset into the statement's text (0-based) where the database points, when it does. */
  readonly position: number | undefined;
  /** The connection's state is unknown afterwards: it was destroyed, and a commit may or may not have happened. */
  readonly connectionLost: boolean;
  /** Kind `value`: the values that do not fit the column they are compared with, as far as the database reports them. Never logged. */
  readonly unfit: readonly SqlValue[];
  /** What to do about it, such as the GRANT to run. For the same readers as the message. */
  readonly cure: string | undefined;
  /** Kind `throttled`: milliseconds until it is worth another try, where that is known. */
  readonly retryAfterMs: number | undefined;
  /** The effect of a failed request: proven to be nothing, or unknown. */
  readonly effect: 'none' | 'unknown';
  constructor(
    kind: SourceErrorKind,
    message: string,
    options: {
      readonly position?: number;
      readonly connectionLost?: boolean;
      readonly unfit?: readonly SqlValue[];
      readonly cure?: string | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly effect?: 'none' | 'unknown';
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SourceError';
    this.kind = kind;
    this.position = options.position;
    this.connectionLost = options.connectionLost ?? false;
    this.unfit = options.unfit ?? [];
    this.cure = options.cure;
    this.retryAfterMs = options.retryAfterMs;
    this.effect = options.effect ?? 'unknown';
  }
}

/** A limited number of connections or of concurrent requests, at one moment. */
export interface PoolState {
  /** Largest number in use. */
  readonly size: number;
  readonly inUse: number;
  /** Callers in the queue. */
  readonly waiting: number;
}

/** The pools of a source by their purpose. `request`: concurrent requests over HTTP. */
export type PoolStates = Readonly<Partial<Record<'read' | 'write' | 'request', PoolState>>>;

export interface StatementResult {
  /** Empty for a statement without rows. */
  readonly rows: readonly Row[];
  /** Rows that the statement inserted, changed or deleted. */
  readonly affected: number;
}

/** `error`: a `SourceError`. */
export type StatementOutcome =
  | { readonly ok: true; readonly result: StatementResult }
  | { readonly ok: false; readonly error: unknown };

/** Runs statements one after the other on one connection, in the order of the calls. */
export interface SqlSession {
  execute(statement: BoundStatement): Promise<StatementResult>;
}

/** The last statement of a transaction, which has to change one row. */
export interface LastStatement {
  readonly statement: BoundStatement;
  /** The message of the error where it changes none. */
  readonly unchanged: string;
  /** Is called with the outcome. */
  readonly ended?: (outcome: StatementOutcome) => void;
}

/** The session of a transaction that writes. */
export interface WriteSession extends SqlSession {
  /** Takes the last statement. It runs when the work has ended: in one round trip with the commit where the database can do that. Called once. */
  executeLast(last: LastStatement): void;
}

/** Access to one database: reads, transactions and descriptions of statements. All methods reject with `SourceError`. */
export interface DatabaseAccess {
  /** One read on a read-only connection. */
  read(statement: BoundStatement, call: CallContext): Promise<readonly Row[]>;
  /** Several reads that see one state of the data. */
  snapshot<T>(call: CallContext, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /**
   * One write transaction: commits when `work` resolves, rolls back and rethrows when it rejects. Runs `work` once; never retries.
   * A rival transaction that holds a lock is waited for up to five seconds, then it is a `conflict`.
   */
  transaction<T>(call: WriteContext, work: (session: WriteSession) => Promise<T>): Promise<T>;
  /** Asks the database about a statement without running it. */
  describe(sql: string, call: CallContext): Promise<StatementDescription>;
  /** By column of a query: the form of the search that an index serves, if it is not the usual one. Undefined where the database has one form. */
  searchForms?(sql: string, searched: Searched, call: CallContext): Promise<Readonly<Record<string, SearchForm>>>;
  /** By column of a query: the column of a table that it shows unchanged. Undefined where the database does not report it. */
  origins?(sql: string, call: CallContext): Promise<readonly (ColumnOrigin | undefined)[]>;
  /** Procedures of this name, which is quoted where it must be; none where there is none, or this login cannot see it. */
  procedures(name: string, call: CallContext): Promise<readonly Procedure[]>;
  /** True for a stand-in without the procedures of the database: it knows none of them, and refuses every call. */
  readonly lacksProcedures?: true;
  /** Runs the health statement on a separate connection; a default one where `sql` is undefined. */
  probe(sql: string | undefined, call: CallContext): Promise<void>;
  /** The pools of reads and writes now. */
  pools(): PoolStates;
  /** Identifies the database (address and name, no credentials), so that a shared store never answers for another one. */
  readonly identity: string;
  close(): Promise<void>;
}
