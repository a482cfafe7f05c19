/** The kind of an address is that of a code whose name is in another table: `3` is `Shipping`. */
import type { DataReference } from '../../core/erp-data.ts';
import { fail } from '../../core/outcome.ts';
import { partsIn } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { type Address, kindNamedBy } from './answered-addresses.ts';

/** Rows of a table of kinds at most. */
const mostKinds = 20;

/** The texts of the rows that a code refers to, by the code: `3` is `Shipping`. Undefined where the column refers to no table of few rows. */
function namesOfCodes(
  rows: Rows,
  { columns: [column, ...more], table: target, targetColumns: [key] }: DataReference,
): ReadonlyMap<string, string> | undefined {
  const table = rows.tables.find(({ name }) => name === target);
  if (table === undefined || column === undefined || key === undefined || more.length > 0) return undefined;
  const all = rows.inTable(table);
  const textsIn = ({ row }: ErpRow): string =>
    table.columns.flatMap(({ name, type }) => (type === 'text' ? (row[name] ?? []) : [])).join(' ');
  return all.length > mostKinds ? undefined : new Map(all.map((one) => [one.row[key] ?? '', textsIn(one)]));
}

/**
 * Judges the rows that give an address to a customer, with a code that refers to the name of a kind. An address of several kinds shows none. Returns
 * whether one names a kind.
 */
export function judgeNamedKinds(rows: Rows, addresses: readonly Address[]): boolean {
  const addressesByCustomer = Map.groupBy(addresses, ({ customerId }) => customerId);
  /** The answers of the only address that the row gives to a customer. */
  const answersOf = ({ row }: ErpRow): readonly Address[] => {
    const values = new Set(Object.values(row));
    const [ofCustomer = []] = [...values].flatMap((value) => {
      const addressesOfCustomer = value === null ? undefined : addressesByCustomer.get(value);
      return addressesOfCustomer === undefined ? [] : [addressesOfCustomer];
    });
    // An id such as `3:57` has the code and the number of the address, or only one of them.
    const answers = ofCustomer.filter(({ id }) => values.has(id) || partsIn(id).every((part) => values.has(part)));
    const [ids, kinds] = [new Set(answers.map(({ id }) => id)), new Set(answers.map(({ kind }) => kind))];
    return ids.size === 1 && kinds.size === 1 ? answers : [];
  };
  let isShown = false;
  for (const table of rows.tables) {
    for (const reference of table.references) {
      const names = namesOfCodes(rows, reference);
      if (names === undefined) continue;
      const [column = ''] = reference.columns;
      for (const [code, name] of names) {
        const kind = kindNamedBy(name);
        if (kind === undefined) continue;
        const coded = rows.inTable(table).flatMap((record) => (record.row[column] === code ? answersOf(record) : []));
        const [first] = coded;
        if (first === undefined) continue;
        isShown = true;
        if (coded.some((one) => one.kind === kind)) continue;
        const message = `address ${first.id} of customer ${first.customerId} is answered as ${first.kind}, and so are all ${coded.length} addresses whose ${table.name}.${column} is ${code}, which is ${name} in ${reference.table}`;
        fail('erp-values', message, 'addressKind');
      }
    }
  }
  return isShown;
}
