/** Discounts and factors in rows of the ERP, and what they do to prices. */
import { compare } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataColumn, type DataTable, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { numberOf } from '../../core/written-rows.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';

const discountName = /disc|rabat|remise|descuento|sconto|korting|reduc/i;
const termName = new RegExp(`${discountName.source}|break|factor|faktor|markup|multipl|aufschlag`, 'i');
/** A quantity from which on a price counts, a reduction for early payment, or an account that discounts are posted to, is no part of a price. */
const otherName =
  /qty|quant|menge|pay|pymt|cash|skonto|escompte|settle|term|early|due|acc(oun)?t|konto|code|reason|day/i;

/** The columns of a table with a discount or a factor. */
export const termsIn = ({ name, columns, key, references }: DataTable): readonly DataColumn[] => {
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

/** Whether the row has a value other than 0 in the column. */
export const hasTerm = ({ row }: ErpRow, name: string): boolean => {
  const value = numberOf(row[name]);
  return value !== undefined && compare(value, 0) !== 0;
};

/** An amount is deducted as it is. */
const amountName = /am(oun)?t|betrag|montant|importe|fixed|fix_/i;

/** Whether all values of a column are below 1: 0.05 means five per cent there, and not five hundredths of a per cent. */
const isFraction = (rows: Rows, table: DataTable, name: string): boolean =>
  !amountName.test(name) && rows.inTable(table).every(({ row }) => compare(numberOf(row[name]) ?? 0, 1) < 0);

/** A row with a discount or a factor in a column, and prices that it may decide. */
export interface Term {
  readonly record: ErpRow;
  readonly column: string;
  readonly pairs: readonly Pair[];
}

/** The prices with a value in the column of a term; undefined where the ERP refuses it. */
const pricesWith = (context: CheckContext, data: ErpData, { record, column, pairs }: Term, value: string) =>
  data.undone(async () => {
    if (!(await isAccepted(data.update(record.table, record.row, { [column]: value })))) return undefined;
    return pricesOf(context, pairs);
  });

/** Parts of the price without a discount: one half of it must be less than the first, and half a per cent leaves more than the second. */
const mostOfHalf = 0.9;
const leastOfHundredth = 0.99;

/** `none`: no price changes. `hundredth`: a discount of one half is read as half a per cent. */
type Effect = 'none' | 'hundredth' | 'whole';

/** Undefined if there is no price to compare. */
async function effectOf(
  context: CheckContext,
  data: ErpData,
  term: Term,
  fraction: boolean,
): Promise<Effect | undefined> {
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

/** What is wrong where no price follows the column in any of the rows, or where a fraction is read as per cent. Undefined if there are no prices. */
export async function judgeTerms(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  { table, column, terms, what }: { table: DataTable; column: string; terms: readonly Term[]; what: string },
): Promise<readonly string[] | undefined> {
  const isDiscount = isFraction(rows, table, column) && discountName.test(column);
  const effects = new Set<Effect>();
  for (const term of terms) {
    const effect = await effectOf(context, data, term, isDiscount);
    if (effect !== undefined) effects.add(effect);
  }
  const changedRows = `${table.name}.${column} of ${terms.length} rows ${what}`;
  if (effects.has('hundredth'))
    return [
      `0.5 in ${changedRows} is read as half a per cent; all values of the column are below 1, so they are fractions`,
    ];
  if (effects.size === 1 && effects.has('none'))
    return [`no price follows ${changedRows}: it was set to 0, and to one half`];
  return effects.size > 0 ? [] : undefined;
}
