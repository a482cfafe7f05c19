/** Decimal digits, created and rounded as texts and whole numbers, never as doubles: the reference for the engine's arithmetic. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { between } from './kind.ts';

/** `count` random digits. */
export function someDigits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.below(10))).join('');
}

/** Plain notation without superfluous zeros, signs and points. */
function canonical(sign: string, whole: string, fraction: string): string {
  const left = whole.replace(/^0+/, '') || '0';
  const right = fraction.replace(/0+$/, '');
  const digits = right === '' ? left : `${left}.${right}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}

interface Made {
  /** As somebody may write it: with zeros at the end. A JSON number. */
  readonly written: string;
  readonly canonical: string;
}

/** A decimal of at most so many digits before and after the point, of any length up to that. */
export function someDecimal(random: Random, whole: number, fraction: number): Made {
  const sign = random.below(2) === 0 ? '' : '-';
  const left = someDigits(random, random.below(whole + 1)).replace(/^0+/, '') || '0';
  const right = someDigits(random, random.below(fraction + 1));
  return {
    written: `${sign}${left}${right === '' ? '' : `.${right}`}`,
    canonical: canonical(sign, left, right),
  };
}

/** Plain text of `digits` x 10^`exponent`. */
export function shifted(sign: string, digits: string, exponent: number): string {
  if (exponent >= 0) return canonical(sign, digits + '0'.repeat(exponent), '');
  const padded = digits.padStart(1 - exponent, '0');
  return canonical(sign, padded.slice(0, exponent), padded.slice(exponent));
}

/** Digits without a zero in front, and a power of ten: `d.ddd` x 10^n with n from `least` to `most`. */
export function someScientific(random: Random, digits: number, least: number, most: number): Made {
  const sign = random.below(2) === 0 ? '' : '-';
  const count = between(random, 1, digits);
  const text = `${between(random, 1, 9)}${someDigits(random, count - 1)}`;
  const exponent = between(random, least, most) - (count - 1);
  return { written: `${sign}${text}e${exponent}`, canonical: shifted(sign, text, exponent) };
}

/** A double's exact value, as numerator and denominator. */
function fractionOf(value: number): { readonly over: bigint; readonly under: bigint } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn) - 1075;
  const mantissa = (raw & 0xf_ffff_ffff_ffffn) | (1n << 52n);
  return exponent >= 0
    ? { over: mantissa << BigInt(exponent), under: 1n }
    : { over: mantissa, under: 1n << BigInt(-exponent) };
}

/** A normal double, other than 0, rounded half up to 15 significant digits: plain text. */
export function fifteenDigits(value: number): string {
  const sign = value < 0 ? '-' : '';
  const { over, under } = fractionOf(value);
  // A first guess of the power of ten of the last digit kept; the loop makes it right.
  for (let last = Math.floor(Math.log10(Math.abs(value))) - 15; ; last += 1) {
    const scaled = last >= 0 ? over : over * 10n ** BigInt(-last);
    const unit = last >= 0 ? under * 10n ** BigInt(last) : under;
    const rounded = (2n * scaled + unit) / (2n * unit);
    if (rounded <= 10n ** 15n) return shifted(sign, String(rounded), last);
  }
}
