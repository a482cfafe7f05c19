/** How the values of a column of the ERP are shown. */
import type { Described, MaskClass } from '../../masking/index.ts';

/** A column of the ERP with its values. */
export type JudgedColumn = Described & { readonly owner: string };

export type FactOf = (source: string, table: string, column: string) => ColumnFact;

export interface ColumnFact {
  readonly maskClass: MaskClass;
  /** Whether the values are shown as they are: ids, codes, amounts and dates without words that a name can have. */
  readonly isOpen: boolean;
}
