/** What `engine init` knows of a database: its tables with keys and some of their rows. */
import type { DatabaseKind } from '../../../engine/index.ts';
import type { Row } from '../../../engine/internal/index.ts';
import { means, wordsOf } from '../vocabulary/words.ts';

/** What a column can hold, as far as a proposal has to know. */
export type Kind = 'number' | 'text' | 'date' | 'datetime' | 'boolean' | 'other';

export interface Column {
  readonly name: string;
  /** As the database writes it in a declaration: `varchar(20)`. */
  readonly type: string;
  readonly kind: Kind;
  readonly required: boolean;
  /** Its values in the rows that were read, as text, without NULL and empty ones. */
  readonly values: readonly string[];
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  /** The database declares it; otherwise names and rows tell. */
  readonly declared: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  /** How many rows it has; undefined where counting took too long. */
  readonly rows: number | undefined;
  /** The first rows, as they came. */
  readonly sample: readonly Row[];
}

export interface Database {
  readonly databaseKind: DatabaseKind;
  readonly tables: readonly Table[];
}

/** The column of this name, in any case. */
export function columnOf(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** Whether no two rows share a value of the column, by its keys. */
export function isUnique(table: Table, column: string): boolean {
  return [table.primaryKey, ...table.uniques].some((key) => key.length === 1 && key[0] === column);
}

/** The key of one column by which `table` points at `target`: of several, the one that is called so, and that every row has. */
export function keyTo(table: Table, target: Table | undefined): ForeignKey | undefined {
  if (target === undefined) return undefined;
  const targetWords = wordsOf(target.name);
  const rank = ({ columns: [name = ''], declared }: ForeignKey): number => {
    const words = wordsOf(name);
    const isNamed = targetWords.some(({ meanings }) => meanings.some((one) => means(words, one)));
    const isRequired = columnOf(table, name)?.required === true;
    return (declared ? 4 : 0) + (isNamed ? 2 : 0) + (isRequired ? 1 : 0);
  };
  return table.foreignKeys
    .filter((key) => key.table === target.name && key.columns.length === 1)
    .sort((one, other) => rank(other) - rank(one))[0];
}
