/** Plain words for names that only a vendor's documentation explains. */
import { type VendorNames, vendorNames } from '../../vocabulary/vendor-names.ts';
import type { OtherName, Table } from '../model/database.ts';

/** One table of this name may be a coincidence; this many are the vendor's. */
const leastTables = 2;

const isOf = ({ tables }: VendorNames, { name }: Pick<Table, 'name'>): boolean =>
  Object.hasOwn(tables, name.toLowerCase());

function named<Thing extends { readonly name: string; readonly otherNames?: readonly OtherName[] }>(
  thing: Thing,
  plain: string | undefined,
  vendor: string,
): Thing {
  if (plain === undefined) return thing;
  const other = { name: plain, reason: `${thing.name} of ${vendor}: ${plain}` };
  return { ...thing, otherNames: [...(thing.otherNames ?? []), other] };
}

/** The tables with the plain words of a vendor as further names, if the database has several tables of that vendor. */
export function withVendorNames(tables: readonly Table[]): readonly Table[] {
  const vendor = vendorNames.find((one) => tables.filter((table) => isOf(one, table)).length >= leastTables);
  if (vendor === undefined) return tables;
  return tables.map((table) => {
    const known = isOf(vendor, table) ? vendor.tables[table.name.toLowerCase()] : undefined;
    if (known === undefined) return table;
    const columns = table.columns.map((column) =>
      named(column, known.columns[column.name.toLowerCase()], vendor.vendor),
    );
    return named({ ...table, columns }, known.name, vendor.vendor);
  });
}
