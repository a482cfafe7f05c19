/** A discount or a factor of a customer changes prices, and a discount that is stored as a fraction is not read as per cent. */
import { compare, type Numeric } from '../../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataColumn, type DataTable, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { dataOf, numberOf } from '../../core/written-rows.ts';
import { type ErpRow, type Rows, readRows } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects } from '../../metamorphic/subjects.ts';
import { type Pair, priceOf } from '../time/price-rules.ts';

const path = '/pricing/resolve';
const mostRows = 3;
const mostCustomers = 2;
const mostProducts = 12;

const discountName = /disc|rabat|remise|descuento|sconto|korting|reduc/i;
const termName = new RegExp(`${discountName.source}|factor|faktor|markup|multipl|aufschlag`, 'i');
/** A reduction for early payment, or an account that discounts are posted to, is no part of a price. */
const otherName = /pay|pymt|cash|skonto|escompte|settle|term|early|due|acc(oun)?t|konto|code|reason|day/i;

/** The columns of a table with a discount or a factor. */
const termsIn = ({ name, columns, key, references }: DataTable): readonly DataColumn[] => {
  const fixed = new Set([...key, ...references.flatMap((one) => one.columns)]);
  return columns.filter(
    (column) =>
      (column.type === 'decimal' || column.type === 'integer') &&
      termName.test(column.name) &&
      !otherName.test(column.name) &&
      !otherName.test(name) &&
      !fixed.has(column.name),
  );
};

const hasTerm = ({ row }: ErpRow, name: string): boolean => {
  const value = numberOf(row[name]);
  return value !== undefined && compare(value, 0) !== 0;
};

/** Whether all values of a column are below 1: 0.05 means five per cent there, and not five hundredths of a per cent. */
const isFraction = (rows: Rows, table: DataTable, name: string): boolean =>
  rows.of(table).every(({ row }) => compare(numberOf(row[name]) ?? 0, 1) < 0);

interface Term {
  readonly record: ErpRow;
  readonly column: string;
  readonly pairs: readonly Pair[];
}

/** The prices with a value in the column of a term; undefined where the ERP refuses it. */
const pricesWith = (context: CheckContext, data: ErpData, { record, column, pairs }: Term, value: string) =>
  data.undone(async () => {
    if (!(await isAccepted(data.update(record.table, record.row, { [column]: value })))) return undefined;
    const prices: (Numeric | undefined)[] = [];
    for (const pair of pairs) prices.push(await priceOf(context, pair));
    return prices;
  });

/** Parts of the price without a discount: one half of it must be less than the first, and half a per cent leaves more than the second. */
const mostOfHalf = 0.9;
const leastOfHundredth = 0.99;

/** `none`: no price changes. `hundredth`: a discount of one half is read as half a per cent. Undefined if there is no price to compare. */
async function effectOf(
  context: CheckContext,
  data: ErpData,
  term: Term,
  fraction: boolean,
): Promise<'none' | 'hundredth' | 'whole' | undefined> {
  const without = await pricesWith(context, data, term, '0');
  const half = await pricesWith(context, data, term, fraction ? '0.5' : '50');
  if (without === undefined || half === undefined) return undefined;
  // A ratio is looked at, not an amount: binary digits do not matter.
  const ratios = without.flatMap((price, index) => {
    const other = half[index];
    return price === undefined || other === undefined || Number(price) === 0 ? [] : [Number(other) / Number(price)];
  });
  if (ratios.length === 0) return without.some((price, index) => price !== half[index]) ? 'whole' : undefined;
  if (ratios.every((ratio) => ratio === 1)) return 'none';
  const isSlight = ratios.every((ratio) => ratio > leastOfHundredth && ratio <= 1);
  return fraction && isSlight && ratios.some((ratio) => ratio > mostOfHalf) ? 'hundredth' : 'whole';
}

export const priceTerms: Check = {
  id: 'columns/price-terms',
  path,
  title: 'a discount or a factor in the row of a customer, or in one that it refers to, decides prices',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const rows = await readRows(data);
    const foundSubjects = await findSubjects(context, rows);
    const products = spread(foundSubjects.products, mostProducts);
    const holders = new Map<ErpRow, string[]>();
    for (const [row, id] of customerIds(rows, foundSubjects))
      for (const holder of new Set([row, ...rows.referredToBy(row)]))
        holders.set(holder, [...(holders.get(holder) ?? []), id]);
    let isShown = false;
    for (const [table, all] of Map.groupBy(holders, ([{ table: own }]) => own)) {
      for (const { name: column } of termsIn(table)) {
        const used = spread(
          all.filter(([record]) => hasTerm(record, column)),
          mostRows,
        );
        const fraction = isFraction(rows, table, column);
        const effects = new Set<string>();
        for (const [record, ids] of used) {
          const pairs = spread(ids, mostCustomers).flatMap((customerErpId) =>
            products.map(({ erpProductId: productErpId }) => ({ customerErpId, productErpId })),
          );
          const isDiscount = fraction && discountName.test(column);
          const effect = await effectOf(context, data, { record, column, pairs }, isDiscount);
          if (effect !== undefined) effects.add(effect);
        }
        isShown ||= effects.size > 0;
        const of = `${table.name}.${column} of ${used.length} rows that customers have or refer to`;
        if (effects.has('hundredth'))
          fail(
            'erp-values',
            `0.5 in ${of} is read as half a per cent; all values of the column are below 1, so they are fractions`,
            'systemUnitPrice',
          );
        if (effects.size === 1 && effects.has('none'))
          fail('erp-values', `no price follows ${of}: it was set to 0, and to one half`, 'systemUnitPrice');
      }
    }
    if (!isShown) notApplicable('no row of a customer, or that a customer refers to, has a discount or a factor');
  },
};
