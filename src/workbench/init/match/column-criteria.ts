/** Criteria for the columns that provide the contract's fields, by role. */
import { documentCriteria } from './document-criteria.ts';
import { itemCriteria } from './item-criteria.ts';
import { ledgerCriteria } from './ledger-criteria.ts';
import { partyCriteria } from './party-criteria.ts';
import { rowCriteria } from './row-criteria.ts';

export const columnCriteria = {
  ...partyCriteria,
  ...itemCriteria,
  ...documentCriteria,
  ...ledgerCriteria,
  ...rowCriteria,
} as const;

export type ColumnRole = keyof typeof columnCriteria;
