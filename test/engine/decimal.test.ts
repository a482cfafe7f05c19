import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  ceiling,
  compare,
  fitsColumn,
  isRounding,
  multiply,
  type Numeric,
  round,
  subtract,
  sum,
  toDecimalText,
  toNumeric,
  writtenDigits,
} from '../../engine/base/decimal.ts';
import { seed } from '../support/seed.ts';

/** An exact decimal: coefficient x 10^-scale. */
interface Exact {
  readonly coefficient: bigint;
  readonly scale: number;
}

const exact: fc.Arbitrary<Exact> = fc.record({
  coefficient: fc.oneof(
    fc.bigInt({ min: -99_999n, max: 99_999n }),
    fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  ),
  scale: fc.integer({ min: 0, max: 12 }),
});

const power = (scale: number) => 10n ** BigInt(scale);
const scaled = (value: Exact, scale: number) => value.coefficient * power(scale - value.scale);

/** Canonical decimal text, made from the digits alone. */
function written({ coefficient, scale }: Exact): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const sign = coefficient < 0n ? '-' : '';
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** What the rule of 15 digits makes of a decimal. */
function expected(value: Exact): number | string {
  const text = written(value);
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= 15 ? Number(text) : text;
}

const numeric = (value: Exact): Numeric => toNumeric(written(value));

function both(operation: (a: Numeric, b: Numeric) => Numeric, oracle: (a: Exact, b: Exact) => Exact) {
  fc.assert(
    fc.property(exact, exact, (a, b) => {
      expect(operation(numeric(a), numeric(b))).toBe(expected(oracle(a, b)));
    }),
    { seed, numRuns: 500 },
  );
}

/** Rounds half away from zero, in whole numbers. */
function rounded(value: Exact, digits: number): Exact {
  if (value.scale <= digits) return value;
  const unit = power(value.scale - digits);
  const magnitude = value.coefficient < 0n ? -value.coefficient : value.coefficient;
  const up = (2n * magnitude + unit) / (2n * unit);
  return { coefficient: value.coefficient < 0n ? -up : up, scale: digits };
}

describe('decimal arithmetic against whole numbers', () => {
  it('adds', () => {
    both(add, (a, b) => ({ coefficient: scaled(a, 12) + scaled(b, 12), scale: 12 }));
  });
  it('subtracts', () => {
    both(subtract, (a, b) => ({ coefficient: scaled(a, 12) - scaled(b, 12), scale: 12 }));
  });
  it('multiplies', () => {
    both(multiply, (a, b) => ({ coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale }));
  });
  it('sums any number of values', () => {
    fc.assert(
      fc.property(fc.array(exact, { maxLength: 30 }), (values) => {
        const total = values.reduce((running, value) => running + scaled(value, 12), 0n);
        expect(sum(values.map(numeric))).toBe(expected({ coefficient: total, scale: 12 }));
      }),
      { seed },
    );
  });
  it('rounds half away from zero', () => {
    fc.assert(
      fc.property(exact, fc.integer({ min: 0, max: 6 }), (value, digits) => {
        expect(round(numeric(value), digits)).toBe(expected(rounded(value, digits)));
      }),
      { seed, numRuns: 500 },
    );
  });
  it('rounds up to whole numbers', () => {
    fc.assert(
      fc.property(exact, (value) => {
        const unit = power(value.scale);
        const down = value.coefficient / unit;
        const up = value.coefficient > 0n && value.coefficient % unit !== 0n ? down + 1n : down;
        expect(ceiling(numeric(value))).toBe(expected({ coefficient: up, scale: 0 }));
      }),
      { seed, numRuns: 500 },
    );
  });
  it('tells what a column holds without rounding', () => {
    fc.assert(
      fc.property(
        exact,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 12 }),
        (value, precision, digits) => {
          const scale = Math.min(digits, precision);
          // The column holds whole numbers of its last place, of so many digits.
          const unit = 10n ** BigInt(12 - scale);
          const places = scaled(value, 12);
          const holds = places % unit === 0n && (places < 0n ? -places : places) / unit < 10n ** BigInt(precision);
          expect(fitsColumn(numeric(value), precision, scale)).toBe(holds);
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
  it('tells a rounding from a difference', () => {
    const near = fc.record({
      value: exact,
      digits: fc.integer({ min: 0, max: 6 }),
      off: fc.integer({ min: -11, max: 11 }),
    });
    fc.assert(
      fc.property(near, ({ value, digits, off }) => {
        // A value of so many decimals, and one that is off by tenths of half a unit.
        const units = rounded(value, digits);
        const at = 13;
        const product: Exact = {
          coefficient: units.coefficient * power(at - units.scale) + (BigInt(off) * power(at - digits)) / 20n,
          scale: at,
        };
        expect(isRounding(numeric(units), numeric(product), digits)).toBe(Math.abs(off) <= 10);
      }),
      { seed, numRuns: 2_000 },
    );
  });
  it('compares', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        const difference = scaled(a, 12) - scaled(b, 12);
        expect(compare(numeric(a), numeric(b))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
      }),
      { seed },
    );
  });
  it('writes canonical text, without superfluous zeros', () => {
    fc.assert(
      fc.property(exact, (value) => {
        expect(toDecimalText(written(value))).toBe(written(value));
        const text = written(value);
        expect(toDecimalText(` ${text}${text.includes('.') ? '' : '.'}00 `)).toBe(text);
      }),
      { seed },
    );
  });
});

describe('known values', () => {
  it('has no binary noise', () => {
    expect(toDecimalText(0.1 + 0.2)).toBe('0.3');
    expect(add(0.1, 0.2)).toBe(0.3);
    expect(subtract(multiply(3, 1.1), 3.3)).toBe(0);
    expect(multiply(1.005, 100)).toBe(100.5);
  });
  it('rounds halves away from zero where a double would not', () => {
    expect(round(1.005, 2)).toBe(1.01);
    expect(round(-1.005, 2)).toBe(-1.01);
    expect(round(2.5, 0)).toBe(3);
    expect(round(-2.5, 0)).toBe(-3);
    expect(round(-0.4, 0)).toBe(0);
    expect(ceiling(-1.5)).toBe(-1);
    expect(ceiling(1.0000001)).toBe(2);
    expect(ceiling(-0.5)).toBe(0);
  });
  it.each([
    ['12.30', '12.3'],
    ['+5', '5'],
    ['-0.00', '0'],
    ['.5', '0.5'],
    ['1.', '1'],
    ['1e3', '1000'],
    ['1.5E-7', '0.00000015'],
    [' 7 ', '7'],
    ['00012', '12'],
    ['98765432109876543210.50', '98765432109876543210.5'],
  ])('%s is written %s', (text, canonical) => {
    expect(toDecimalText(text)).toBe(canonical);
  });
  it.each([
    [12.3, '12.3'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [9007199254740991, '9007199254740991'],
    [9007199254740994, '9007199254740990'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
    [-5n, '-5'],
  ])('%s is written %s', (value, canonical) => {
    expect(toDecimalText(value)).toBe(canonical);
  });
  it.each([['abc'], [''], [' '], ['1,5'], ['1 2'], ['--1'], ['0x10'], ['NaN'], ['Infinity'], ['1e99999'], ['.']])(
    '%j is no number',
    (text) => {
      expect(toDecimalText(text)).toBeUndefined();
    },
  );
  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [true], [null], [undefined], [{}]])('%s is no number', (value) => {
    expect(toDecimalText(value)).toBeUndefined();
  });
  it('is a number up to 15 digits and text beyond', () => {
    expect(toNumeric('999999999999999')).toBe(999999999999999);
    expect(toNumeric('9999999999999999')).toBe('9999999999999999');
    expect(toNumeric('0.00000000000000000001')).toBe(1e-20);
    expect(toNumeric('1234567890.123456')).toBe('1234567890.123456');
    expect(sum([])).toBe(0);
  });
  it.each([
    [0, 1, 0],
    ['-0.00', 1, 0],
    [12.5, 2, 1],
    ['-12.50', 2, 1],
    ['0.05', 1, 2],
    ['1e3', 4, 0],
    ['1200', 4, 0],
    ['1.25e1', 2, 1],
    ['1e-7', 1, 7],
    [1e-20, 1, 20],
    ['1e-9999', 1, 9999],
    ['123456789012345.6789', 15, 4],
  ])('%s is written with %i digits before the point and %i after it', (value, whole, fraction) => {
    expect(writtenDigits(value)).toEqual({ whole, fraction });
  });
  it.each(['x', '', '1e99999', Number.NaN, Number.POSITIVE_INFINITY])('%s has no digits', (value) => {
    expect(writtenDigits(value)).toBeUndefined();
  });
});
