/** Rows of tables of prices that count today, with the products and the customers whose prices they are. */
import type { CheckContext } from '../../core/context.ts';
import { type DataReference, type DataTable, isNone } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { lacks } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { largerAmounts } from '../../metamorphic/clone.ts';
import { customersByCode } from '../../metamorphic/customer-codes.ts';
import { isCurrent } from '../../metamorphic/price-breaks.ts';
import { isFor } from '../../metamorphic/price-customers.ts';
import { isPriceTable } from '../../metamorphic/price-tables.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects, productIds } from '../../metamorphic/subjects.ts';
import type { Pair } from '../time/price-rules.ts';

/** Customers of a group whose prices are asked. */
const mostCustomers = 3;
/** A price for all counts for those who have none of their own. */
const mostGeneral = 12;

/** A row with the customers whose price it is for. */
export interface PriceRow {
  readonly record: ErpRow;
  /** The key or the code of the group or list of these customers; empty for prices of single customers. */
  readonly group: string;
  readonly pairs: readonly Pair[];
  /** Whether the row itself refers to the customer. */
  readonly isOfCustomer: boolean;
}

/** The rows of a table that say in the same way for whom a price is. */
export interface PriceRowKind {
  readonly table: DataTable;
  /** The columns of the reference or the code; empty for prices for all. */
  readonly columns: string;
  readonly priced: readonly PriceRow[];
}

const currencyName = /curr|w(ae|ä)hr|devise|moneda|valuta/i;

/** The rows of a table that have prices of products for customers by a reference: to the customer, or to a group or a list that customers refer to. */
function priceRowsOf(
  rows: Rows,
  table: DataTable,
  reference: DataReference,
  customers: ReadonlyMap<ErpRow, string>,
  products: ReadonlyMap<ErpRow, string>,
): readonly PriceRow[] {
  const isGroup = !currencyName.test(reference.columns.join()) && !currencyName.test(reference.table);
  return rows.inTable(table).flatMap((record): readonly PriceRow[] => {
    const productErpId = rows.referredToBy(record).flatMap((one) => products.get(one) ?? [])[0];
    if (productErpId === undefined || Object.keys(largerAmounts(rows, record)).length === 0) return [];
    const targets = rows.targetsOf(record, reference);
    const named = targets.flatMap((one) => customers.get(one) ?? []);
    const ofGroup = isGroup ? targets.flatMap(rows.referringTo).filter((one) => isFor(rows, record, one)) : [];
    const groupIds = new Set(ofGroup.flatMap((one) => customers.get(one) ?? []));
    const ids = named.length > 0 ? named : spread([...groupIds], mostCustomers);
    const [target] = named.length > 0 ? [] : targets;
    const group = target === undefined ? '' : target.table.key.map((name) => target.row[name]).join(', ');
    return ids.length === 0
      ? []
      : [{ record, group, pairs: pairsOf(ids, productErpId), isOfCustomer: named.length > 0 }];
  });
}

const pairsOf = (ids: readonly string[], productErpId: string): readonly Pair[] =>
  ids.map((customerErpId) => ({ customerErpId, productErpId }));

/** The rows of a table that have prices of products for customers by a code that these customers have, and by no reference to a customer. */
function codedPriceRows(
  rows: Rows,
  table: DataTable,
  column: string,
  byCode: ReadonlyMap<string, readonly ErpRow[]>,
  customers: ReadonlyMap<ErpRow, string>,
  products: ReadonlyMap<ErpRow, string>,
): readonly PriceRow[] {
  return rows.inTable(table).flatMap((record): readonly PriceRow[] => {
    const named = rows.referredToBy(record);
    const productErpId = named.flatMap((one) => products.get(one) ?? [])[0];
    const group = record.row[column] ?? '';
    const ofGroup = (byCode.get(group) ?? []).filter((one) => isFor(rows, record, one));
    const ids = spread([...new Set(ofGroup.flatMap((one) => customers.get(one) ?? []))], mostCustomers);
    return productErpId === undefined || ids.length === 0 || named.some((one) => customers.has(one))
      ? []
      : [{ record, group, pairs: pairsOf(ids, productErpId), isOfCustomer: false }];
  });
}

/** The rows of a table that have prices of products for all customers: other rows refer to one, or to a group, and these to none. */
function generalPriceRows(
  rows: Rows,
  table: DataTable,
  references: readonly DataReference[],
  customers: ReadonlyMap<ErpRow, string>,
  products: ReadonlyMap<ErpRow, string>,
): readonly PriceRow[] {
  const named = references.filter(({ columns, table: target }) => !currencyName.test(columns.join() + target));
  if (named.length === 0) return [];
  return rows.inTable(table).flatMap((record): readonly PriceRow[] => {
    const productErpId = rows.referredToBy(record).flatMap((one) => products.get(one) ?? [])[0];
    const isGeneral = named.every(({ columns }) => columns.every((name) => isNone(record.row[name])));
    if (productErpId === undefined || !isGeneral) return [];
    const ids = [...customers].flatMap(([customer, id]) => (isFor(rows, record, customer) ? [id] : []));
    return ids.length === 0
      ? []
      : [
          {
            record,
            group: 'of all customers',
            pairs: pairsOf(spread(ids, mostGeneral), productErpId),
            isOfCustomer: false,
          },
        ];
  });
}

/** The current price rows of each table and kind. Not possible where the rows of the answered customers or products are not found. */
export async function currentPriceRows(context: CheckContext, rows: Rows): Promise<readonly PriceRowKind[]> {
  const foundSubjects = await findSubjects(context, rows);
  const { customerPlace, productPlace } = foundSubjects;
  if (customerPlace === undefined || productPlace === undefined)
    return lacks('customers and products whose rows have the answered ids', '/pricing/resolve');
  const [customers, products] = [customerIds(rows, foundSubjects), productIds(rows, foundSubjects)];
  const zone = zoneOf(context);
  const today = localDay(context.now(), zone);
  return rows.tables.flatMap((table) => {
    if (!isPriceTable(table.name) || table === productPlace.table) return [];
    const references = table.references.filter((one) => one.table !== productPlace.table.name);
    const byCode = customersByCode(rows, table, [...customers.keys()]);
    const codes = table.columns.filter(({ name, type }) => type === 'text' && !table.key.includes(name));
    const kinds: (readonly [string, readonly PriceRow[]])[] = [
      ...references.map((one) => [one.columns.join(', '), priceRowsOf(rows, table, one, customers, products)] as const),
      ...codes.map(({ name }) => [name, codedPriceRows(rows, table, name, byCode, customers, products)] as const),
    ];
    // Where some rows are for customers or groups, the others are for all.
    if (kinds.some(([, priced]) => priced.length > 0))
      kinds.push(['', generalPriceRows(rows, table, references, customers, products)]);
    return kinds.map(([columns, priced]): PriceRowKind => {
      return { table, columns, priced: priced.filter(({ record }) => isCurrent(record, today, zone)) };
    });
  });
}
