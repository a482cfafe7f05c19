/** A price that the ERP keeps for a customer and a product decides that price: a profile that leaves out such a table answers the list price. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataReference, type DataTable, type ErpData, isAccepted, isNone } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { demand, lacks, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { dataOf } from '../../core/written-rows.ts';
import { halvedAmounts, largerAmounts } from '../../metamorphic/clone.ts';
import { customersByCode } from '../../metamorphic/customer-codes.ts';
import { isCurrent } from '../../metamorphic/price-breaks.ts';
import { isFor } from '../../metamorphic/price-customers.ts';
import { isPriceTable } from '../../metamorphic/price-tables.ts';
import { type ErpRow, type Rows, readRows } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects, productIds } from '../../metamorphic/subjects.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';

const path = '/pricing/resolve';
/** Rows of a table that show that it has prices, and those that are changed. */
const fewestRows = 2;
const mostRows = 8;
const mostCustomers = 3;
/** A price for all counts for those who have none of their own. */
const mostGeneral = 12;

/** A row with the customers whose price it is for. */
interface PriceRow {
  readonly record: ErpRow;
  /** The key or the code of the group or list of these customers; empty for prices of single customers. */
  readonly group: string;
  readonly pairs: readonly Pair[];
}

/** Whether a price follows the amounts of the rows, all changed together. Undefined where none of them has a price. */
async function isFollowed(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  priced: readonly PriceRow[],
): Promise<boolean | undefined> {
  const pairs = priced.flatMap((one) => one.pairs);
  const before = await pricesOf(context, pairs);
  if (before.every((price) => price === undefined)) return undefined;
  // An ERP may take the lowest price, or the highest discount.
  for (const changedAmounts of [largerAmounts, halvedAmounts]) {
    const after = await data.undone(async () => {
      for (const { record } of priced)
        await isAccepted(data.update(record.table, record.row, changedAmounts(rows, record)));
      return pricesOf(context, pairs);
    });
    if (after.some((price, index) => price !== before[index])) return true;
  }
  return false;
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
  return rows.of(table).flatMap((record): readonly PriceRow[] => {
    const productErpId = rows.referredToBy(record).flatMap((one) => products.get(one) ?? [])[0];
    if (productErpId === undefined || Object.keys(largerAmounts(rows, record)).length === 0) return [];
    const targets = rows.targetsOf(record, reference);
    const named = targets.flatMap((one) => customers.get(one) ?? []);
    const ofGroup = isGroup ? targets.flatMap(rows.referringTo).filter((one) => isFor(rows, record, one)) : [];
    const groupIds = new Set(ofGroup.flatMap((one) => customers.get(one) ?? []));
    const ids = named.length > 0 ? named : spread([...groupIds], mostCustomers);
    const [target] = named.length > 0 ? [] : targets;
    const group = target === undefined ? '' : target.table.key.map((name) => target.row[name]).join(', ');
    return ids.length === 0 ? [] : [{ record, group, pairs: pairsOf(ids, productErpId) }];
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
  return rows.of(table).flatMap((record): readonly PriceRow[] => {
    const named = rows.referredToBy(record);
    const productErpId = named.flatMap((one) => products.get(one) ?? [])[0];
    const group = record.row[column] ?? '';
    const ofGroup = (byCode.get(group) ?? []).filter((one) => isFor(rows, record, one));
    const ids = spread([...new Set(ofGroup.flatMap((one) => customers.get(one) ?? []))], mostCustomers);
    return productErpId === undefined || ids.length === 0 || named.some((one) => customers.has(one))
      ? []
      : [{ record, group, pairs: pairsOf(ids, productErpId) }];
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
  return rows.of(table).flatMap((record): readonly PriceRow[] => {
    const productErpId = rows.referredToBy(record).flatMap((one) => products.get(one) ?? [])[0];
    const isGeneral = named.every(({ columns }) => columns.every((name) => isNone(record.row[name])));
    if (productErpId === undefined || !isGeneral) return [];
    const ids = [...customers].flatMap(([customer, id]) => (isFor(rows, record, customer) ? [id] : []));
    return ids.length === 0
      ? []
      : [{ record, group: 'of all customers', pairs: pairsOf(spread(ids, mostGeneral), productErpId) }];
  });
}

export const specialPrices: Check = {
  id: 'columns/special-prices',
  path,
  title: 'a price that a table has for customers and products, alone, in groups or in lists, decides prices',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const rows = await readRows(data);
    const foundSubjects = await findSubjects(context, rows);
    const { customerPlace, productPlace } = foundSubjects;
    if (customerPlace === undefined || productPlace === undefined)
      return lacks('customers and products whose rows have the answered ids', path);
    const [customers, products] = [customerIds(rows, foundSubjects), productIds(rows, foundSubjects)];
    const zone = zoneOf(context);
    const today = localDay(context.now(), zone);
    let isShown = false;
    for (const table of rows.tables) {
      if (!isPriceTable(table.name) || table === productPlace.table) continue;
      const references = table.references.filter((one) => one.table !== productPlace.table.name);
      const byCode = customersByCode(rows, table, [...customers.keys()]);
      const codes = table.columns.filter(({ name, type }) => type === 'text' && !table.key.includes(name));
      const kinds: (readonly [string, readonly PriceRow[]])[] = [
        ...references.map(
          (one) => [one.columns.join(', '), priceRowsOf(rows, table, one, customers, products)] as const,
        ),
        ...codes.map(({ name }) => [name, codedPriceRows(rows, table, name, byCode, customers, products)] as const),
      ];
      // Where some rows are for customers or groups, the others are for all.
      if (kinds.some(([, priced]) => priced.length > 0))
        kinds.push(['', generalPriceRows(rows, table, references, customers, products)]);
      for (const [columns, priced] of kinds) {
        const current = priced.filter(({ record }) => isCurrent(record, today, zone));
        for (const [group, ofGroup] of Map.groupBy(current, (one) => one.group)) {
          const changed = spread(ofGroup, mostRows);
          const followed = ofGroup.length < fewestRows ? undefined : await isFollowed(context, data, rows, changed);
          if (followed === undefined) continue;
          isShown = true;
          const message = `no price follows ${table.name}: the amounts of ${changed.length} of ${ofGroup.length} rows with a product and ${`${columns} ${group}`.trim()} were tripled and halved`;
          demand(followed, 'erp-values', message, 'systemUnitPrice');
        }
      }
    }
    if (!isShown) notApplicable('no table has prices for customers and products, or for groups of customers');
  },
};
