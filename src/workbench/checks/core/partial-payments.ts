/** Amounts of partial payments on one invoice: each is used once, because amount, day and account identify a payment. */
import { multiply, type Numeric } from '../../../../engine/tools/index.ts';
import { contract } from '../../../contract/index.ts';

export interface PartialPayments {
  /** New amounts that fit into what is left together, the smallest first; undefined where there are none. `isWanted`: which amounts. */
  take(count: number, isWanted?: (amount: number) => boolean): readonly number[] | undefined;
  /** Whether an amount was not used, fits into what is left, and has no more decimals than the currency. */
  isFree(amount: number): boolean;
  /** An amount that is free is used. */
  use(amount: number): void;
  /** Takes five new amounts of which three fit into what is left, and no four; undefined where too little is left. Then nothing is left. */
  takeTooMany(): readonly number[] | undefined;
  /** The open amount was read again. */
  reopen(open: Numeric): void;
}

/** The unit of the amounts has two decimals, or fewer where the currency has fewer. */
const mostDecimals = 2;
/** Units of a payment, where enough is left for others. */
const usual = 125;
const fewestOthers = 16;
/** Amounts that are looked at for one payment. */
const mostAmounts = 2_000;

const unitsIn = (currency: string): number =>
  10 ** Math.min(mostDecimals, contract.currencies.get(currency) ?? mostDecimals);

/** Whole units of an amount, rounded down. */
export const unitsOf = (amount: Numeric, currency: string): number =>
  Math.floor(Number(multiply(amount, unitsIn(currency))));

/** `open`: what is open on the invoice. `paid`: amounts of its payments so far. */
export function partialPayments(open: Numeric, currency: string, paid: readonly Numeric[]): PartialPayments {
  let left = unitsOf(open, currency);
  const used = new Set(paid.map((amount) => unitsOf(amount, currency)));
  const perOne = unitsIn(currency);
  const take = (units: readonly number[]): readonly number[] => {
    for (const unit of units) used.add(unit);
    return units.map((unit) => unit / perOne);
  };
  return {
    take(count, isWanted = () => true) {
      const taken: number[] = [];
      let total = 0;
      const least = Math.max(1, Math.min(usual, Math.floor(left / fewestOthers)));
      for (let unit = least; taken.length < count; unit += 1) {
        if (total + unit > left || unit > least + mostAmounts) return undefined;
        if (used.has(unit) || !isWanted(unit / perOne)) continue;
        total += unit;
        taken.push(unit);
      }
      left -= total;
      return take(taken);
    },
    isFree(amount) {
      const unit = unitsOf(amount, currency);
      return unit <= left && unit / perOne === amount && !used.has(unit);
    },
    use(amount) {
      const unit = unitsOf(amount, currency);
      used.add(unit);
      left -= unit;
    },
    takeTooMany() {
      // Four of them are at least 4 * first + 6, the largest three 3 * first + 9.
      for (let first = Math.floor((left - 9) / 3); first > 0 && 4 * first + 6 > left; first -= 1) {
        const units = [0, 1, 2, 3, 4].map((more) => first + more);
        if (units.some((unit) => used.has(unit))) continue;
        left = 0;
        return take(units);
      }
      return undefined;
    },
    reopen(amount) {
      left = unitsOf(amount, currency);
    },
  };
}
