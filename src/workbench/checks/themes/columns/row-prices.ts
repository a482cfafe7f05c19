/** A price is in proportion to the amount of its row, a discount of a row is one of its amount, and 0 is no amount that a discount is taken from. */
import { compare, multiply, type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataTable, type ErpData, isAccepted, isNone } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { numberOf } from '../../core/written-rows.ts';
import { largerAmounts, smallerAmounts } from '../../metamorphic/clone.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';
import { currentPriceRows, type PriceRow } from './current-price-rows.ts';
import { hasTerm, termsIn } from './terms.ts';

const path = '/pricing/resolve';
/** Rows of a kind that are looked at, with a discount and without. */
const mostRows = 8;
const mostPlain = 4;
/** A price may be rounded to cents, and one of many digits to a thousandth of it. */
const cents = 0.011;
const thousandth = 0.001;

/** What a changed amount of a row does to a price. `other`: the price changes, and not in proportion. */
type Effect = 'none' | 'proportional' | 'other';

interface Effects {
  readonly record: ErpRow;
  readonly pair: Pair;
  readonly price: Numeric;
  readonly byColumn: ReadonlyMap<string, Effect>;
}

/** Whether the price follows a halved amount: `price` is to `old` what `now` is to `half`, up to rounding. */
function isProportional({ old, half }: { old: Numeric; half: Numeric }, price: Numeric, now: Numeric): boolean {
  const gap = subtract(multiply(now, old), multiply(price, half));
  const isWithin = (most: Numeric): boolean => {
    const [least, greatest] = [multiply(most, multiply(old, -1)), multiply(most, old)];
    return compare(least, gap) <= 0 && compare(gap, greatest) <= 0;
  };
  return isWithin(cents) || isWithin(multiply(price, thousandth));
}

async function effectsOf(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  { record, pairs }: PriceRow,
): Promise<readonly Effects[]> {
  const before = await pricesOf(context, pairs);
  const byPair = pairs.map(() => new Map<string, Effect>());
  const [halves, larger] = [smallerAmounts(rows, record, 0.5), largerAmounts(rows, record)];
  for (const name of Object.keys(larger)) {
    const pricesAt = (value: string | null = null): Promise<readonly (Numeric | undefined)[]> =>
      data.undone(async () => {
        const change = data.update(record.table, record.row, { [name]: value });
        return (await isAccepted(change)) ? pricesOf(context, pairs) : before;
      });
    const [atLarger, atHalf] = [await pricesAt(larger[name]), await pricesAt(halves[name])];
    for (const [index, price] of before.entries()) {
      const [now, effects] = [atHalf[index], byPair[index]];
      // Where an ERP takes the lowest of several prices, a row that does not decide may do so at half of its amount.
      if (price === undefined || now === undefined || now === price || atLarger[index] === price) continue;
      const amounts = { old: numberOf(record.row[name]) ?? 0, half: numberOf(halves[name] ?? null) ?? 0 };
      effects?.set(name, isProportional(amounts, price, now) ? 'proportional' : 'other');
    }
  }
  return pairs.flatMap((pair, index): readonly Effects[] => {
    const [price, byColumn] = [before[index], byPair[index]];
    return price === undefined || byColumn === undefined ? [] : [{ record, pair, price, byColumn }];
  });
}

/** The column whose amounts prices are in proportion to, in most rows. */
function priceColumnOf(all: readonly Effects[]): string | undefined {
  const names = all.flatMap(({ byColumn }) =>
    [...byColumn].flatMap(([name, effect]) => (effect === 'proportional' ? [name] : [])),
  );
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length] as const);
  return counts.toSorted((one, other) => other[1] - one[1])[0]?.[0];
}

/** Whether a code of the table has other values in the rows whose amount decides than in this one: a kind of price, such as fixed or per cent. */
function isOfOtherKind(table: DataTable, record: ErpRow, deciding: readonly ErpRow[]): boolean {
  const fixed = new Set([...table.key, ...table.references.flatMap(({ columns }) => columns)]);
  return table.columns.some(({ name, type }) => {
    if ((type !== 'text' && type !== 'boolean' && type !== 'integer') || fixed.has(name)) return false;
    const values = new Set(deciding.map(({ row }) => row[name]));
    return values.size <= 2 && values.size < deciding.length && !values.has(record.row[name]);
  });
}

/** What is wrong with a price; undefined where nothing is. */
function faultOf(table: DataTable, column: string, one: Effects, deciding: readonly ErpRow[]): string | undefined {
  const { record, price, byColumn } = one;
  const shown = `${table.name}.${column} of the row is ${record.row[column] ?? 'NULL'}`;
  const others = [...byColumn.keys()].filter((name) => name !== column);
  if (isNone(record.row[column]) || compare(numberOf(record.row[column]) ?? 0, 0) === 0) {
    const term = termsIn(table).find(({ name }) => hasTerm(record, name));
    return compare(price, 0) === 0 && term !== undefined
      ? `${shown} and ${term.name} is ${record.row[term.name]}: 0 has no discount, it stands for no price`
      : undefined;
  }
  const effect = byColumn.get(column) ?? 'none';
  // An amount of another row may be added.
  if (others.length === 0) return undefined;
  if (effect === 'other')
    return `${shown}, and the price is not in proportion to it: ${others.join(' and ')} may be a part of it, and not an amount`;
  return effect === 'none' && !isOfOtherKind(table, record, deciding)
    ? `${shown}, and the price follows ${others.join(' and ')} and not it`
    : undefined;
}

export const rowPrices = rowsCheck({
  id: 'columns/row-prices',
  path,
  title: 'a price is in proportion to the amount of its row, and a discount of the row is one of this amount',
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows, data) {
    const kinds = await currentPriceRows(context, rows);
    let isShown = false;
    for (const [table, kindsOfTable] of Map.groupBy(kinds, (kind) => kind.table)) {
      const hasAnyTerm = ({ record }: PriceRow): boolean => termsIn(table).some(({ name }) => hasTerm(record, name));
      // Rows without a discount show which column is the price, and those with one whether it is applied to it.
      const some = kindsOfTable.flatMap(({ priced }) => [
        ...spread(priced.filter(hasAnyTerm), mostRows),
        ...spread(
          priced.filter((row) => !hasAnyTerm(row)),
          mostPlain,
        ),
      ]);
      const all: Effects[] = [];
      for (const one of new Map(some.map((row) => [row.record, row])).values())
        all.push(...(await effectsOf(context, data, rows, one)));
      const column = priceColumnOf(all);
      if (column === undefined) continue;
      isShown = true;
      const deciding = [...new Set(all.flatMap(({ record, byColumn }) => (byColumn.has(column) ? [record] : [])))];
      for (const one of all) {
        const fault = faultOf(table, column, one, deciding);
        const { customerErpId, productErpId } = one.pair;
        const what = `the price of product ${productErpId} for customer ${customerErpId} is ${one.price}`;
        if (fault !== undefined) fail('erp-values', `${what}; ${fault}`, 'systemUnitPrice');
      }
    }
    if (!isShown) notApplicable('no price is in proportion to an amount of a row for customers and products');
  },
});
