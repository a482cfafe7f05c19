/** What one kind of database shows of its indexes: for the advice of `engine check --connect`. */
import { isSameName } from '../../base/compare.ts';
import type { BoundStatement, Row, SqlSession, SqlValue } from '../source.ts';
import type { TableName } from './catalogue.ts';

/**
 * How a read uses columns of a table. `equal`: all of them are compared with values. `range`: the column has a lower bound. `order`: the rows are
 * needed in the order of the columns. The others are searches for a text in the column.
 */
export interface IndexNeed {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly use: 'equal' | 'range' | 'order' | 'words' | 'prefix' | 'exact';
}

/** A table of which a statement reads all rows. */
export interface WholeRead {
  /** The table, or its alias in the statement. */
  readonly table: string;
  /** The rows come in the order of an index, so that a statement with a limit reads the first of them only. */
  readonly ordered: boolean;
}

/** A statement that creates an index, and what has to be known about it. */
export interface NewIndex {
  readonly sql: string;
  readonly note?: string;
}

export interface IndexRules {
  /** What stands for a value that is not known. */
  readonly unknownValue: SqlValue;
  /** The tables of which the statement reads all rows, by the plan of the database. The statement is not run. Undefined where the database shows no plan. */
  readonly wholeReads: ((session: SqlSession, statement: BoundStatement) => Promise<readonly WholeRead[]>) | undefined;
  /** One row with `rows`, the estimated number of rows; NULL, or no row, where it is unknown. */
  rowCount(table: TableName): BoundStatement;
  /** Rows that describe the columns and expressions by which an index can find or order rows. */
  indexesOf(table: TableName): BoundStatement;
  /** Whether a row of `indexesOf` shows an index that serves the need. */
  serves(index: Row, need: IndexNeed): boolean;
  /** An index that would serve the need. `types`: by column, as in its declaration. Undefined where none can. */
  create(need: IndexNeed, types: ReadonlyMap<string, string>): NewIndex | undefined;
}

/** Whether a plain index on columns serves the need: a search for words needs another one, and only its first column is ordered. */
export const servesColumn = ({ column }: Row, { columns, use }: IndexNeed): boolean =>
  use === 'equal'
    ? columns.some((name) => isSameName(column, name))
    : use !== 'words' && isSameName(column, columns[0]);

/** A name for an index on columns of a table, of at most 60 characters. */
export const indexName = ({ table, columns }: { readonly table: TableName; readonly columns: readonly string[] }) =>
  [table.table, ...columns].join('_').slice(0, 60);

/** A name as SQL: in quotes only where they are needed. */
export const plainOr = (quote: (name: string) => string, name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name);

/** The name of a table as SQL, with its schema where that is known. `quoted`: a name as SQL. */
export const fullName = ({ schema, table }: TableName, quoted: (name: string) => string): string =>
  schema === undefined ? quoted(table) : `${quoted(schema)}.${quoted(table)}`;
