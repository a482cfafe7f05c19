/** How the values of a column of the ERP are shown. */
import type { Described, MaskClass } from '../../masking/index.ts';

/** A column of the ERP with its values. */
export type JudgedColumn = Described & { readonly owner: string };

export type FactOf = (source: string, table: string, column: string) => ColumnFact;

export interface ColumnFact {
  readonly maskClass: MaskClass;
  /** Whether the values are shown as they are: ids, codes, amounts and dates without words that a name can have. */
  readonly isOpen: boolean;
  /** Whether the database refuses a value that another row has: its refusal reveals that a row has it. */
  readonly isUnique?: true;
}

/** The class of a value that contains values of several classes: every word and digit of it is replaced. */
export function commonClass(classes: readonly MaskClass[]): MaskClass {
  const [first, ...others] = new Set(classes);
  return first === undefined || others.length > 0 ? 'bank' : first;
}

/** The name of a table without its schema. */
export const unqualified = (table: string): string => table.slice(table.lastIndexOf('.') + 1);

/** One text for a column of a source, whatever the case of its letters and the schema of its table. */
export const columnKey = (source: string, table: string, column: string): string =>
  `${source} ${unqualified(table)}.${column}`.toLowerCase();
