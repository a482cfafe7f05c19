/** Comparisons of amounts, exact in all digits, and what rounding explains. */
import { add, compare, multiply, type Numeric, round, subtract } from '../../../../engine/tools/index.ts';
import { contract } from '../../../contract/index.ts';
import type { Invoice } from './paged-lists.ts';

/** Equal in value, without a tolerance. */
export const isEqual = (one: Numeric, other: Numeric): boolean => compare(one, other) === 0;

/** Exact in all digits. */
export const absolute = (value: Numeric): Numeric => (compare(value, 0) < 0 ? subtract(0, value) : value);

/** Half of the smallest amount of a currency. */
const halfUnitOf = (currency: string): number => Number(`0.${'0'.repeat(contract.currencies.get(currency) ?? 2)}5`);

/** The most by which rounding the total and each line to the unit of the currency can separate the sum of the lines from the total. */
export const roundingOf = ({ currency, lines }: Invoice): Numeric => multiply(lines.length + 1, halfUnitOf(currency));

/** Halves of the coins that totals are rounded to: one, a half, a tenth and a twentieth of the currency. */
const halfCoins: readonly number[] = [0.5, 0.25, 0.05, 0.025];

/** `roundingOf`, and half of the coin that the total may be rounded to: the largest one of which it is a multiple. */
export function cashRoundingOf(invoice: Invoice): Numeric {
  const halfCoin = halfCoins.find((half) => {
    const count = multiply(invoice.amountTotal, 0.5 / half);
    return half > halfUnitOf(invoice.currency) && isEqual(round(count, 0), count);
  });
  return add(roundingOf(invoice), halfCoin ?? 0);
}
