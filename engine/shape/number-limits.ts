/**
 * Limits of numbers in requests. ERPs store money with 12 to 19 digits; a larger number is a mistake or an attack, and some databases would store
 * it as infinity.
 */
import { withoutEndZeros, writtenDigits } from '../base/decimal.ts';

const wholeDigits = 15;
const allDigits = 30;

/** Upper bound (exclusive) of the absolute value of a decimal in a request. */
export const decimalBound = 10 ** wholeDigits;

/** The message for a decimal that exceeds the limits. */
export const decimalRequirement = `must be a number of at most ${wholeDigits} digits before the decimal point and ${allDigits} digits in all`;

/** A number with more characters is not computed with: a million digits would take a tenth of a second. */
const maxCharacters = 400;

/** Whether the text of a number is too long to be computed with. Zeros at the end of a fraction do not count. */
export function isTooLong(text: string): boolean {
  return withoutEndZeros(text).length > maxCharacters;
}

/** Whether a decimal of a request is within the limits. `value` is a number or its original text. */
export function withinLimits(value: number | string): boolean {
  if (typeof value === 'string' && isTooLong(value)) return false;
  const digits = writtenDigits(value);
  return digits !== undefined && digits.whole <= wholeDigits && digits.whole + digits.fraction <= allDigits;
}
