/** What differs between databases in the statements that the contract checks run on a fixture, without the engine. */
export interface FixtureSql {
  /** A query with a row for each column that can be written: `s` (schema, or null), `t` (table), `c` (column). */
  readonly writableColumns: string;
  /** Ends the checks of foreign keys for the session. */
  readonly ignoreForeignKeys: string;
  /** Removes a foreign key if the table has it. Both names are quoted. Undefined where no statement does that without an error for a missing key. */
  dropForeignKey?(table: string, key: string): string;
  /** The text of a column, for comparisons with an id. */
  columnText(column: string): string;
  /** What follows WHERE of a SELECT, UPDATE or DELETE of the table for one of the rows that meet a condition: equal rows without a key. */
  oneOf(table: string, condition: string): string;
  /** Creates `table` from the columns of a query; `from` is all that follows them. */
  createTableFrom(table: string, columns: string, from: string): string;
  /** The words between columns and rows of an INSERT that keep numbers which the table would give itself. */
  readonly keepingNumbers: string;
  /**
   * How scripts are split: at semicolons, at lines with GO, or as psql reads them (semicolons, its own commands, and
   * the rows of COPY).
   */
  readonly scripts: 'semicolons' | 'go' | 'psql';
}

/** `oneOf` by a column of the database itself that distinguishes all rows. */
export const oneBy =
  (place: string) =>
  (table: string, condition: string): string =>
    `${place} = (SELECT ${place} FROM ${table} WHERE ${condition} LIMIT 1)`;

/** `dropForeignKey` of databases that know IF EXISTS of a constraint. */
export const dropConstraint = (table: string, key: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${key}`;

/** CREATE TABLE ... AS SELECT. */
export const createTableAs = (table: string, columns: string, from: string): string =>
  `CREATE TABLE ${table} AS SELECT ${columns} ${from}`;
