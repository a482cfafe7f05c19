/** What differs between databases in the statements of the service's own store. */

/** Types of columns of the store. */
interface StoreTypes {
  /** Hexadecimal digits of a SHA-256, compared byte by byte. */
  readonly digest: string;
  /** Text of any length and characters. */
  readonly text: string;
  /** The same, compared character by character. */
  readonly exact: string;
  /** One of the engine's own words. */
  readonly word: string;
}

export interface StoreTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Each with the columns that it is on, separated by commas. */
  readonly indexes: readonly { readonly name: string; readonly columns: string }[];
}

export interface StoreSql {
  readonly types: StoreTypes;
  /**
   * Statements that create a table unless it exists. A statement that commits by itself creates the table with its indexes, so that
   * a migration that was cut off leaves the whole table or nothing.
   */
  createTable(table: StoreTable): readonly string[];
  /**
   * An expression of whole milliseconds since the epoch, whatever the time zone of session and server. On MySQL and SQLite it is the
   * time at which the statement began.
   */
  readonly clock: string;
  /**
   * A statement that keeps other replicas from migrating, until the end of the transaction. `name` is one of the engine's own words.
   * Undefined where the transaction itself does, or where a lock would end with the first statement that creates a table: then several
   * replicas can run the statements at once, and the one that is second to write the version starts again.
   */
  migrationLock?(name: string): string;
  /** An insert can update the row where the key exists. */
  readonly upserts: boolean;
  /** An insert can leave the row alone where the key exists, and still reports every other error. Elsewhere the broken key is the error. */
  readonly ignoresConflicts: boolean;
}

/** Creates the table, and then each index. `options` follow the parenthesis of CREATE TABLE. */
export function tableThenIndexes({ name, columns, indexes }: StoreTable, options: string): readonly string[] {
  const table = `create table if not exists ${name} (${columns.join(', ')})${options}`;
  return [table, ...indexes.map((index) => `create index if not exists ${index.name} on ${name} (${index.columns})`)];
}
