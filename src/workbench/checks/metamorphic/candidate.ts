/** The customer whose rows are changed. */
import type { Customer } from '../core/discovered-data.ts';
import { type Family, familyOf } from './dependents.ts';
import { type Place, rowAt } from './places.ts';
import { isCodeColumn, type Rows } from './rows.ts';
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

/** The codes in the rows of a family, such as a status of an order. */
function codesIn(rows: Rows, { family }: Candidate): readonly string[] {
  return [...Map.groupBy(family.records, ({ table }) => table)].flatMap(([table, records]) => {
    const codes = table.columns.filter(({ name }) => isCodeColumn(rows, table, name));
    return records.flatMap(({ row }) => codes.map(({ name }) => `${table.name} ${name} ${row[name]}`));
  });
}

/**
 * Up to `most` further candidates, each with the most codes that those before lack: the orders of one customer may all be drafts that nothing counts. None
 * shares rows with another customer: what would be left of these is no state of the ERP.
 */
export function furtherCandidates(rows: Rows, candidates: readonly Candidate[], most: number): readonly Candidate[] {
  const [first, ...others] = candidates;
  const seen = new Set(first && codesIn(rows, first));
  const whole = others.filter(({ family }) => family.shared.length === 0);
  const codes = new Map(whole.map((one) => [one, new Set(codesIn(rows, one))] as const));
  const further: Candidate[] = [];
  while (further.length < most) {
    const lacking = [...codes].map(([one, own]) => [one, [...own].filter((code) => !seen.has(code))] as const);
    const [next] = lacking.toSorted(([, one], [, other]) => other.length - one.length);
    if (next === undefined || next[1].length === 0) break;
    further.push(next[0]);
    for (const code of next[1]) seen.add(code);
  }
  return further;
}
