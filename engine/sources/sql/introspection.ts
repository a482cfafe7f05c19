/** What `engine init` reads from the catalogue of a database. The statements take no values and change nothing. */
export interface Introspection {
  /** Rows of `table`, `column`, `type`, `required` (1 or 0), in the order of tables and columns. */
  readonly columns: string;
  /**
   * Rows of `table`, `column`, `default` (SQL; NULL: none) and `counts` (1 if the database numbers new rows itself), or in their place `clause`, SQL that
   * stands behind the type; undefined where the catalogue does not have them in a form that CREATE TABLE takes.
   */
  readonly defaults?: string;
  /** Rows of `name` and `clause`, the end of CREATE SEQUENCE with the next number; undefined where the database has no sequences. */
  readonly sequences?: string;
  /** Rows of `table`, `key`, `column`, `main` (1 for the primary key), in the order of the key's columns. */
  readonly keys: string;
  /** Rows of `table`, `key`, `column`, `target`, `targetColumn` (NULL: the primary key), in the order of the key's columns. */
  readonly foreignKeys: string;
  /** Rows of `table` (the name of a view), `column` and `type`, in the order of views and columns. */
  readonly viewColumns: string;
  /** One row with `name`: the schema, or the database, in which a table without one is looked up. */
  readonly schema: string;
  /** Matches types of columns that no key can have; undefined where a column of any type can be part of a key. */
  readonly keylessType?: RegExp;
}
