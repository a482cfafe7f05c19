/**
 * Decimal arithmetic for money and quantities. A numeric value is a JavaScript number while it has at most 15 significant
 * digits (every such decimal survives the round trip through a double), and decimal text beyond. All arithmetic is done in
 * decimal; rounding is half away from zero.
 */
import Big from 'big.js';

declare const decimalText: unique symbol;
/** Plain decimal notation without exponent, superfluous zeros or plus sign: `-12.3`, `0`, `98765432109876543210.5`. */
export type DecimalText = string & { readonly [decimalText]: true };
export type Numeric = number | DecimalText;

const minus = '-'.charCodeAt(0);
const point = '.'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
const nine = '9'.charCodeAt(0);

/** Whether a text is canonical, like almost all decimals of databases. Checks each character once, without arithmetic. */
function isCanonical(text: string): text is DecimalText {
  const { length } = text;
  const start = text.charCodeAt(0) === minus ? 1 : 0;
  let pointAt = -1;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === point && pointAt < 0) pointAt = at;
    else if (!(code >= zero && code <= nine)) return false;
  }
  const whole = (pointAt < 0 ? length : pointAt) - start;
  const last = text.charCodeAt(length - 1);
  const leadingZero = text.charCodeAt(start) === zero;
  if (whole === 0 || (whole > 1 && leadingZero)) return false;
  // Neither 12.30 nor 12. nor -0.
  return pointAt < 0 ? !(leadingZero && start === 1) : last !== zero && last !== point;
}

/** Each character can match in one way only: a long number that does not match takes linear time. */
const pattern = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?$/;
const significant = 15;
/** Absolute values from the first on and below the second are written without an exponent (ECMA-262, Number::toString). */
const leastPlain = 1e-6;
const mostPlain = 1e21;

/** Removes trailing zeros after the decimal point, which databases write by the scale of a column: 12.30 is 12.3, 12.00 is 12. */
export function withoutEndZeros(text: string): string {
  let end = text.length;
  if (text.charCodeAt(end - 1) !== zero || !text.includes('.')) return text;
  while (text.charCodeAt(end - 1) === zero) end -= 1;
  return text.slice(0, text.charCodeAt(end - 1) === point ? end - 1 : end);
}

/** The fast path of `toDecimalText`: text that is canonical except for trailing zeros. */
function canonicalText(text: string): DecimalText | undefined {
  const shortened = withoutEndZeros(text);
  return isCanonical(shortened) ? shortened : undefined;
}

/** The only cast to the type: `text` is canonical by the way in which its caller writes it, and a check would cost each amount of a page. */
const decimal = (text: string): DecimalText => text as DecimalText;

function plain(value: Big): DecimalText {
  const text = value.toFixed();
  return decimal(text === '-0' ? '0' : text);
}

function big(value: number | bigint | string): Big {
  if (typeof value === 'number') return new Big(value.toPrecision(significant));
  return new Big(typeof value === 'bigint' ? value.toString() : value.trim().replace(/^\+/, ''));
}

/**
 * The canonical decimal text of a value from a driver or a request; undefined if it is not a number. A double is rounded to 15 significant digits,
 * so that a stored 0.1 + 0.2 is 0.3; an integer keeps all digits up to 2^53.
 */
export function toDecimalText(value: unknown): DecimalText | undefined {
  switch (typeof value) {
    case 'number':
      return textOfNumber(value);
    case 'bigint':
      return decimal(value.toString());
    case 'string':
      return canonicalText(value) ?? (pattern.test(value.trim()) ? plain(big(value)) : undefined);
    default:
      return undefined;
  }
}

function textOfNumber(value: number): DecimalText | undefined {
  if (Number.isSafeInteger(value)) return decimal(String(value === 0 ? 0 : value));
  if (!Number.isFinite(value)) return undefined;
  const written = String(value);
  const size = Math.abs(value);
  if (written.length <= significant && size >= leastPlain && size < mostPlain) return decimal(written);
  // A text with so few digits is exact. The general conversion takes fifty times as long, for every amount of a page.
  const few = written.length <= (written.includes('.') ? significant + 1 : significant);
  return few && !written.includes('e') ? decimal(written) : plain(big(value));
}

/** A number if a double can hold all digits of the decimal text, otherwise the canonical text. */
export function toNumeric(text: string): Numeric {
  if (text.length <= significant) {
    const quick = Number(text);
    if (!Number.isNaN(quick)) return quick;
  }
  const value = new Big(text);
  if (value.c.length <= significant && Math.abs(value.e) < 300) return Number(value.toFixed());
  return plain(value);
}

/**
 * The number of digits before and after the decimal point, without an exponent and without superfluous zeros; undefined if the value is not a
 * number. The digits are counted without writing the number out, so a large exponent is cheap.
 */
export function writtenDigits(
  value: number | string,
): { readonly whole: number; readonly fraction: number } | undefined {
  const readable = typeof value === 'number' ? Number.isFinite(value) : pattern.test(value);
  if (!readable) return undefined;
  const { c, e } = big(value);
  return { whole: Math.max(e, 0) + 1, fraction: Math.max(c.length - 1 - e, 0) };
}

/** A number or canonical text, depending on the number of significant digits. */
function numeric(value: Big): Numeric {
  return toNumeric(plain(value));
}

/** Exact in all digits. */
export function add(a: Numeric, b: Numeric): Numeric {
  return numeric(big(a).plus(big(b)));
}

/** Exact in all digits. */
export function subtract(a: Numeric, b: Numeric): Numeric {
  return numeric(big(a).minus(big(b)));
}

/** Exact in all digits: the result has the decimals of both factors together. */
export function multiply(a: Numeric, b: Numeric): Numeric {
  return numeric(big(a).times(big(b)));
}

/** Places of quotients are set for each division, in a constructor that no other code uses. */
const Quotient = Big();
Quotient.RM = Big.roundHalfUp;

/** The quotient, rounded once, half away from zero, to `digits` decimal places (0 to 20). `b` is not 0. */
export function divide(a: Numeric, b: Numeric, digits: number): Numeric {
  Quotient.DP = digits;
  return numeric(new Big(new Quotient(big(a)).div(new Quotient(big(b)))));
}

/** The exact sum; 0 if there are no values. */
export function sum(values: Iterable<Numeric>): Numeric {
  let total = new Big(0);
  for (const value of values) total = total.plus(big(value));
  return numeric(total);
}

/** Rounds half away from zero to `digits` decimal places. */
export function round(value: Numeric, digits: number): Numeric {
  return numeric(big(value).round(digits, Big.roundHalfUp));
}

/** Rounds towards positive infinity: the smallest integer that is not less than the value. */
export function ceiling(value: Numeric): Numeric {
  const exact = big(value);
  const down = exact.round(0, Big.roundDown);
  return numeric(exact.gt(down) ? down.plus(1) : down);
}

/** Whether a column DECIMAL(precision, scale) can store a value without rounding. */
export function fitsColumn(value: Numeric, precision: number, scale: number): boolean {
  const { c, e } = big(value);
  return c[0] === 0 || (e < precision - scale && c.length - 1 - e <= scale);
}

/** Whether a value is the exact one rounded to `digits` decimal places by any rounding mode to the nearest: it differs by half a unit at most. */
export function isRounding(value: Numeric, exact: Numeric, digits: number): boolean {
  return big(value)
    .minus(big(exact))
    .abs()
    .times(2)
    .lte(new Big(`1e-${digits}`));
}

/** -1, 0 or 1. */
export function compare(a: Numeric, b: Numeric): -1 | 0 | 1 {
  return big(a).cmp(big(b));
}
