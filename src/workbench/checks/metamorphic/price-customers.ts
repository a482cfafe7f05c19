/** The customers that a price row is for. */
import { currenciesOf } from './currencies.ts';
import type { ErpRow, Rows } from './rows.ts';

/** Rows that a customer and a price row may both refer to: a price list, a currency. */
const sharedTargets = (rows: Rows, record: ErpRow, customer: ErpRow): readonly (readonly ErpRow[])[] => {
  const tables = new Set(customer.table.references.map(({ table }) => table));
  return record.table.references
    .filter(({ table }) => tables.has(table))
    .map((reference) => rows.targetsOf(record, reference))
    .filter((targets) => targets.length > 0);
};

/** Whether a price row is for the customer: both refer to the same rows of each table that both refer to, and name no other currency. */
export function isFor(rows: Rows, record: ErpRow, customer: ErpRow): boolean {
  const rowsOfCustomer = new Set(rows.referredToBy(customer));
  const [named, ofCustomer] = [currenciesOf(rows, record), currenciesOf(rows, customer)];
  return (
    sharedTargets(rows, record, customer).every((targets) => targets.some((one) => rowsOfCustomer.has(one))) &&
    (named.size === 0 || [...ofCustomer].every((one) => named.has(one)))
  );
}
