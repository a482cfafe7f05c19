/** What each dialect's file says: the statements that read its catalogue. All take no values and change nothing. */
export interface Catalogue {
  /** Rows of `table`, `column`, `type`, `required` (1 or 0), in the order of tables and columns. */
  readonly columns: string;
  /** Rows of `table`, `key`, `column`, `main` (1 for the primary key), in the order of the key's columns. */
  readonly keys: string;
  /** Rows of `table`, `key`, `column`, `target`, `targetColumn` (NULL: the primary key), in the order of the key's columns. */
  readonly foreignKeys: string;
  /** The first rows of a table, whose name comes quoted. */
  readonly firstRows: (table: string, limit: number) => string;
}
