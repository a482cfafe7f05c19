/** The origin of a value: a tree from the field of the contract to columns of the ERP. */
import type { Place } from '../../base/place.ts';

type OriginKind =
  /** A value map of the profile. */
  | 'codes'
  /** JSONata. */
  | 'expression'
  /** An attached read, by name. */
  | 'attached'
  /** A column of a query's result. */
  | 'result column'
  /** A column of a table of the ERP: a leaf. */
  | 'table column'
  /** A member of an ERP's answer: a leaf where no description has it. */
  | 'answer'
  /** A member of an ERP's answer that the vendor describes: a leaf. */
  | 'described member'
  /** An output or column of a stored procedure: a leaf. */
  | 'procedure'
  /** A literal of the statement, or a value of the engine. */
  | 'constant'
  | 'engine'
  /** Unknown, with the reason. */
  | 'unknown';

export interface FieldOrigin {
  readonly kind: OriginKind;
  readonly text: string;
  /** The place in the profile. */
  readonly place?: Place | undefined;
  /** For a table column: source, table and column. */
  readonly column?: { readonly source: string; readonly table: string; readonly column: string };
  /** For a described member: its type, and the vendor's words. */
  readonly vendor?: { readonly type: string; readonly documentation: string | undefined };
  /** A sample of a table column; null if it is empty. */
  readonly sample?: string | null;
  readonly from: readonly FieldOrigin[];
}

export interface FieldLineage {
  /** `/debtors/list -> debtors[].email`. */
  readonly coordinate: string;
  /** One for each read that can provide it. */
  readonly from: readonly FieldOrigin[];
}
