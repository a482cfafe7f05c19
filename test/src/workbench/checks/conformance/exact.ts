/** A JSON number as text, never converted to a double. */
export type DecimalText = string;

const TOKEN = /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const PLACES = 12n;
const ONE = 10n ** PLACES;

/** Parses JSON with every number left as the text it was written in. */
export function parseExact(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, (_all, quoted?: string, number?: string) => quoted ?? `"${number}"`));
}

/** All numbers of a JSON text, as written. */
export function numbersOf(text: string): readonly DecimalText[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => (match[2] === undefined ? [] : [match[2]]));
}

/** True for a number that shows how a double stores it: an exponent, a tail of 16 digits or more, trailing zeros, -0. */
export function isNoisy(number: DecimalText): boolean {
  if (/[eE]/.test(number) || /\.\d*0$/.test(number) || /^-0$/.test(number)) return true;
  const digits = number.replace(/[-.]/g, '').replace(/^0+/, '');
  return number.includes('.') && digits.length >= 16;
}

/** The number in units of 10^-12, exactly. Throws on an exponent or on more than twelve places. */
export function units(number: DecimalText): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(number);
  if (match === null)
    throw new Error(`${number} cannot be reckoned with exactly: it has an exponent or over 12 places`);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const size = BigInt(whole) * ONE + BigInt(fraction.padEnd(Number(PLACES), '0'));
  return sign === '-' ? -size : size;
}

/** The exact sum, in units of 10^-12. */
export function total(numbers: readonly DecimalText[]): bigint {
  return numbers.reduce((sum, number) => sum + units(number), 0n);
}

/** Units of 10^-12 as plain decimal text, for messages. */
export function written(amount: bigint): DecimalText {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % ONE)
    .padStart(Number(PLACES), '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
