/** Where a value of an answer comes from: a tree, from the field of the contract down to columns of the ERP. */
import type { Place } from '../../base/place.ts';

export type OriginKind =
  /** A value map of the profile. */
  | 'codes'
  /** JSONata. */
  | 'expression'
  /** A read whose rows are joined, by its name. */
  | 'attached'
  /** A column of a query's result. */
  | 'result column'
  /** A column of a table of the ERP: the end. */
  | 'table column'
  /** A member of what an ERP answers to a request: the end. */
  | 'answer'
  /** An output or a column of a stored procedure: the end. */
  | 'procedure'
  /** The statement itself, or the engine. */
  | 'constant'
  | 'engine'
  /** Cannot be told, with the reason. */
  | 'unknown';

export interface FieldOrigin {
  readonly kind: OriginKind;
  readonly text: string;
  /** Where the profile says so. */
  readonly place?: Place | undefined;
  /** Of a table column: the source, table and column. */
  readonly column?: { readonly source: string; readonly table: string; readonly column: string };
  /** A value that a table column has in the database; null where it has none. */
  readonly sample?: string | null;
  readonly from: readonly FieldOrigin[];
}

export interface FieldLineage {
  /** `/debtors/list -> debtors[].email`. */
  readonly coordinate: string;
  /** One for each read that may give it. */
  readonly from: readonly FieldOrigin[];
}
