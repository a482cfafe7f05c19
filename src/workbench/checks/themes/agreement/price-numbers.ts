/** Comparing prices that are rounded to different numbers of decimals. */
import { compare, multiply, type Numeric, round, subtract, toDecimalText } from '../../../../../engine/tools/index.ts';
import { absolute } from '../../core/amounts.ts';

/** Names of columns that have a discount. */
export const discountName = /disc|rabat|remise|reduc|descuento|korting|nachlass|sconto/i;

/** Names of columns with the number of pieces that a price is for. */
export const piecesName =
  /factor|(^|_)per($|_)|per_?(qty|quantity|unit)|price_?(unit|base|per|qty|quantity)|preiseinheit/i;

/** The number of digits after the decimal point; 0 for null. */
export const decimalsIn = (value: Numeric | null): number =>
  value === null ? 0 : (toDecimalText(value)?.split('.')[1]?.length ?? 0);

/** What rounding explains: a hundredth, or one in the last decimal of a price that is too small for that. */
const unitOf = (price: Numeric): Numeric =>
  compare(absolute(price), 0.5) >= 0 ? 0.01 : round(10 ** -Math.max(2, decimalsIn(price)), 12);

/** Whether a price has enough digits to show a change of two per cent. */
export const isPrecise = (price: Numeric): boolean => compare(multiply(unitOf(price), 50), absolute(price)) <= 0;

/** Whether two prices are equal but for rounding. `rounded`: the price that was rounded. */
export const isClose = (price: Numeric, other: Numeric, rounded: Numeric = price): boolean =>
  compare(absolute(subtract(price, other)), unitOf(rounded)) <= 0;

/** What is left of one after a discount that is a fraction (0.03) or in per cent (3); empty where the number is neither. */
export const partsLeft = (discount: Numeric): readonly Numeric[] =>
  [discount, multiply(discount, 0.01)]
    .filter((part) => compare(part, 0) > 0 && compare(part, 1) < 0)
    .map((part) => subtract(1, part));
