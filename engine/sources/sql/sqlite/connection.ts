/** One SQLite connection: its settings, the engine's SQL functions, prepared statements, the conversion of values. */
import Database from 'better-sqlite3';
import { add, type Numeric, toDecimalText, toNumeric } from '../../../base/decimal.ts';
import { type BoundStatement, type Cell, SourceError, type SqlValue, type StatementResult } from '../../source.ts';
import { foldCase } from '../text/search.ts';
import { sqliteError } from './errors.ts';
import type { Mode, SqliteDescription } from './worker-messages.ts';

export interface SqliteConnection {
  /** Runs one statement to its end. Throws `SourceError`. */
  run(statement: BoundStatement): StatementResult;
  /** Runs `BEGIN` and the like. Throws `SourceError`. */
  command(sql: string): void;
  describe(sql: string): SqliteDescription;
  readonly inTransaction: boolean;
  close(): void;
}

/** Statements kept prepared on each connection. */
const maximumPrepared = 200;

function fromDriver(value: Cell): Cell {
  // JSON has no infinite numbers; as text the value is refused later, instead of counting as missing.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'bigint') return value;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return small ? Number(value) : value.toString();
}

/** The driver binds every JavaScript number as a double, and a text column would store or compare `1.0` instead of `1`. */
function toDriver(value: SqlValue): null | number | bigint | string {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
    throw new SourceError('value', 'SQLite: a whole number has more than 64 bits.');
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function register(database: Database.Database): void {
  database.function('engine_fold', { deterministic: true }, (value: unknown) => {
    if (value === null || value === undefined) return null;
    return foldCase(Buffer.isBuffer(value) ? value.toString('utf8') : String(value));
  });
  database.aggregate<Numeric>('decimal_sum', {
    start: 0,
    deterministic: true,
    step(total: Numeric, value: unknown) {
      if (value === null || value === undefined) return total;
      const text = toDecimalText(value);
      if (text === undefined) throw new Error('decimal_sum: a value is not a number');
      return add(total, toNumeric(text));
    },
    result: (total) => String(total),
  });
}

/**
 * Opens an existing file. The writing connection sets the file to WAL, so that readers and the writer do not wait for each
 * other. No connection waits for a lock inside SQLite, where only the end of the process could interrupt it.
 */
export function connectSqlite(file: string, mode: Mode): SqliteConnection {
  let database: Database.Database;
  try {
    database = new Database(file, { readonly: mode === 'read', fileMustExist: true, timeout: 0 });
  } catch (error) {
    throw sqliteError(error);
  }
  const prepared = new Map<string, Database.Statement<unknown[], Record<string, Cell>>>();

  function prepare(sql: string) {
    const preparedStatement = prepared.get(sql);
    if (preparedStatement) {
      prepared.delete(sql);
      prepared.set(sql, preparedStatement);
      return preparedStatement;
    }
    const statement = database.prepare<unknown[], Record<string, Cell>>(sql);
    const oldest = prepared.size >= maximumPrepared ? prepared.keys().next().value : undefined;
    if (oldest !== undefined) prepared.delete(oldest);
    prepared.set(sql, statement);
    return statement;
  }

  function attempt<T>(work: () => T, sql?: string): T {
    try {
      return work();
    } catch (error) {
      throw sqliteError(error, sql);
    }
  }

  try {
    register(database);
    database.defaultSafeIntegers(true);
    if (mode === 'write') {
      if (database.pragma('journal_mode', { simple: true }) !== 'wal') database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
    } else {
      // Reads the file now, and not in the first request: it may not be a database.
      database.prepare('select count(*) from sqlite_schema').get();
    }
    database.pragma('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw sqliteError(error);
  }

  return {
    run: ({ sql, values }) =>
      attempt(() => {
        const statement = prepare(sql);
        const bound = values.map(toDriver);
        if (!statement.reader) return { rows: [], affected: statement.run(...bound).changes };
        const rows = statement.all(...bound).map((row) => {
          for (const name in row) row[name] = fromDriver(row[name] ?? null);
          return row;
        });
        return { rows, affected: statement.readonly ? 0 : rows.length };
      }, sql),
    command: (sql) => attempt(() => void database.exec(sql), sql),
    describe: (sql) =>
      attempt(() => {
        const statement = prepare(sql);
        const described = statement.reader ? statement.columns() : [];
        const columns = described.map(({ name }) => name);
        const origins = described.map(({ table, column }) =>
          table === null || column === null ? undefined : { schema: undefined, table, column },
        );
        // A column of SQLite holds values of any type, whatever it was declared as.
        return { columns, types: columns.map(() => undefined), readOnly: statement.readonly, origins };
      }, sql),
    get inTransaction() {
      return database.inTransaction;
    },
    close: () => void database.close(),
  };
}
