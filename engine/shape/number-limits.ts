/**
 * Which numbers a request may hold. ERPs keep money in 12 to 19 digits; a number beyond these limits is a mistake or an attack, and some
 * databases would store it as infinity.
 */
import { writtenDigits } from '../base/decimal.ts';

const wholeDigits = 15;
const allDigits = 30;

/** A decimal of a request is smaller than this, whatever its sign. */
export const decimalBound = 10 ** wholeDigits;

/** What is demanded of a decimal beyond the limits. */
export const decimalDemand = `must be a number of at most ${wholeDigits} digits before the decimal point and ${allDigits} digits in all`;

/** Whether a decimal may stand in a request. Takes a number, or the text that it was written as. */
export function withinLimits(value: number | string): boolean {
  const digits = writtenDigits(value);
  return digits !== undefined && digits.whole <= wholeDigits && digits.whole + digits.fraction <= allDigits;
}
