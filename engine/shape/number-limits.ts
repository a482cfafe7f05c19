/**
 * Limits of numbers in requests. ERPs store money with 12 to 19 digits; a larger number is a mistake or an attack, and some databases would store
 * it as infinity.
 */
import { writtenDigits } from '../base/decimal.ts';

const wholeDigits = 15;
const allDigits = 30;

/** Upper bound (exclusive) of the absolute value of a decimal in a request. */
export const decimalBound = 10 ** wholeDigits;

/** The message for a decimal that exceeds the limits. */
export const decimalRequirement = `must be a number of at most ${wholeDigits} digits before the decimal point and ${allDigits} digits in all`;

/** Whether a decimal of a request is within the limits. `value` is a number or its original text. */
export function withinLimits(value: number | string): boolean {
  const digits = writtenDigits(value);
  return digits !== undefined && digits.whole <= wholeDigits && digits.whole + digits.fraction <= allDigits;
}
