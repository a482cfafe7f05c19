/** A rule that all rows of an ERP follow, and what breaks it. */
import type { ErpRow, Rows } from './rows.ts';

export interface Breach {
  /** A clause for people that names table, column and value. */
  readonly text: string;
  /** The value that breaks the rule; undefined for NULL. */
  readonly value: string | undefined;
}

/** Says how a row breaks a rule; undefined where it follows it, or where the rule says nothing of it. */
export type RowRule = (rows: Rows, record: ErpRow) => Breach | undefined;
