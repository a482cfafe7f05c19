/** What the engine reads from the catalogue of a database: which tables there are, and which columns they have. */
import type { BoundStatement } from '../source.ts';

/** A table or view. `schema` is the name before the dot, if any. */
export interface TableName {
  readonly schema: string | undefined;
  readonly table: string;
}

/** `table` or `schema.table`; undefined where there are more names than that. */
export function tableName(text: string): TableName | undefined {
  const [last = '', schema, ...more] = text.split('.').reverse();
  return more.length > 0 ? undefined : { schema, table: last };
}

/** Statements about the catalogue. Names are given as values; upper and lower case make no difference. */
export interface Catalogue {
  /**
   * A row for each column of the table, in their order; none where there is no such table. `name`; `type` as the database writes it in
   * a declaration; `nullable`, and `filled` where the database has a value for a row that is given none, both 1 or 0.
   */
  columnsOf(table: TableName): BoundStatement;
  /** A row with `name` for each column of the primary key, in the order of the key. */
  primaryKeyOf(table: TableName): BoundStatement;
  /**
   * A row with `name` and `set` for each column of each unique index without a condition; no `name` where it is an expression.
   * SQLite has none for a key that is the number of the row.
   */
  uniqueColumnsOf(table: TableName): BoundStatement;
  /** A row with `name` for each table and view that a name without a schema can mean. */
  readonly tables: BoundStatement;
}
