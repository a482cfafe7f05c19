/** The customer whose rows are changed. */
import type { Customer } from '../core/discovered-data.ts';
import { type Family, familyOf } from './dependents.ts';
import { type Place, rowAt } from './places.ts';
import type { Rows } from './rows.ts';
import { type Found, shownCustomer } from './subjects.ts';

/** Rows of a customer that are copied at most. */
export const mostRows = 160;
/** Customers whose rows are counted. */
const mostCandidates = 60;

export interface Candidate {
  readonly customer: Customer;
  readonly family: Family;
}

/** Customers with few enough rows, those with rows in most tables first, then those that share none with another customer. */
export function candidatesOf(rows: Rows, found: Found, place: Place): readonly Candidate[] {
  const all = found.customers.slice(0, mostCandidates).flatMap((customer): readonly Candidate[] => {
    const row = rowAt(rows, place, shownCustomer(customer));
    const family = row && familyOf(rows, row, mostRows);
    return family === undefined ? [] : [{ customer, family }];
  });
  const rank = ({ family: { records, shared } }: Candidate): number =>
    new Set(records.map(({ table }) => table.name)).size * 1_000 - shared.length * 100 - records.length;
  return all.toSorted((one, other) => rank(other) - rank(one));
}
