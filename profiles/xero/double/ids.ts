/** Ids of the rows that the double begins with: GUIDs that say what they are of. */
import type { Tables } from '../../../doubles/tables.ts';

const kinds = [
  'contact',
  'item',
  'account',
  'quote',
  'invoice',
  'creditNote',
  'overpayment',
  'prepayment',
  'payment',
  'allocation',
  'line',
] as const;

export type Kind = (typeof kinds)[number];

/** The n-th id of a kind. */
export function idOf(kind: Kind, n: number): string {
  const place = (kinds.indexOf(kind) + 1).toString(16).padStart(8, '0');
  return `${place}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Number of rows of a table, with the one that is added next. */
export const nextOf = (tables: Tables, table: string): number =>
  Number(tables.get(`SELECT count(*) + 1 AS next FROM ${table}`)?.next);
