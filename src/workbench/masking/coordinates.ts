/** Replacements of places on a map. */
import type { Keyed } from './keyed.ts';

/** A number with decimals, as degrees have them. */
const degrees = /((?<![\d.])\d{1,3}\.\d+(?!\d))/;

/** Whether a text contains degrees with at least three decimals: 100 m. */
export const hasDegrees = (text: string): boolean => /(?<![\d.])\d{1,3}\.\d{3,}/.test(text);

/**
 * The text with other degrees: of the same length, and below 90, so that they are a latitude as well as a longitude. Zero stays: it is no place.
 * `other` replaces what is between them, except for the notation of a point.
 */
export const fakeCoordinates = (keyed: Keyed, text: string, other: (text: string) => string): string =>
  text
    .split(degrees)
    .map((part, index) => {
      if (index % 2 === 1) return /[1-9]/.test(part) ? fakeDegrees(keyed, part) : part;
      return /^\s*(?:SRID=\d+;)?POINT\s*\(-?$/i.test(part) ? part : other(part);
    })
    .join('');

function fakeDegrees(keyed: Keyed, real: string): string {
  const [whole = '', decimals = ''] = real.split('.');
  // The same place has the same replacement with more zeros at its end.
  const numbers = keyed(`degrees ${real.replace(/0+$/, '')}`);
  const most = whole.length === 1 ? 10 : 80;
  const fake = `${(numbers.next() % most) + (whole.length === 1 ? 0 : 10)}`.padStart(whole.length, '0');
  // The last digit is not 0: a number keeps its length.
  const digits = [...decimals.replace(/0+$/, '')].map((_, index, all) =>
    index === all.length - 1 ? (numbers.next() % 9) + 1 : numbers.next() % 10,
  );
  return `${fake}.${digits.join('').padEnd(decimals.length, '0')}`;
}
