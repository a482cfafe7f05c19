/** Amounts of lines against whole numbers: every value is a BigInt of smallest places, and nothing is computed as a decimal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AmountsPlan } from '../../../engine/plan/write.ts';
import { amountFaults, withAmounts } from '../../../engine/run/write/amounts.ts';
import type { RequestValue, RequestValues } from '../../../engine/shape/request.ts';
import { seed } from '../../support/seed.ts';

const units = { JPY: 0, EUR: 2, KWD: 3, UYW: 4 } as const;
type Code = keyof typeof units;
const codes = fc.constantFrom<Code[]>('JPY', 'EUR', 'KWD', 'UYW');

function planOf(wholeUnits: boolean, differing: 'log' | 'refuse'): AmountsPlan {
  const of = { list: 'lines', amount: 'amount', factors: ['quantity', 'unitPrice'], currency: 'currency' } as const;
  return { lineAmounts: of, currencies: new Map(Object.entries(units)), wholeUnits, onDifference: differing };
}

/** Decimals of a quantity, a price and a stated amount; a product has as many as both factors. */
const places = { quantity: 3, unitPrice: 5, amount: 6 } as const;
const productPlaces = places.quantity + places.unitPrice;

/** A number of a request: a double up to 15 digits, text beyond. */
function written(coefficient: bigint, scale: number): number | string {
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = `${sign}${digits.slice(0, digits.length - scale)}${scale === 0 || fraction === '' ? '' : `.${fraction}`}`;
  return text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length <= 15 ? Number(text) : text;
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** In smallest units, half away from zero. */
function rounded(product: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(productPlaces - decimals);
  const up = (2n * magnitude(product) + unit) / (2n * unit);
  return product < 0n ? -up : up;
}

const whole = (bound: bigint) => fc.oneof(fc.bigInt({ min: -999n, max: 999n }), fc.bigInt({ min: -bound, max: bound }));
const line = fc.record({
  quantity: whole(10n ** 12n),
  unitPrice: whole(10n ** 17n),
  /** How far the stated amount is from the product, in its last places; undefined where none is stated. */
  off: fc.option(whole(10n ** 7n), { nil: undefined }),
});
type Line = typeof line extends fc.Arbitrary<infer L> ? L : never;

/** The stated amount: the product to six decimals, and some more or less. */
function statedOf({ quantity, unitPrice, off }: Line): bigint | undefined {
  return off === undefined ? undefined : (quantity * unitPrice) / 100n + off;
}

function requestOf(currency: Code, lines: readonly Line[]): RequestValues {
  const items = lines.map((item): RequestValues => {
    const stated = statedOf(item);
    return {
      quantity: written(item.quantity, places.quantity),
      unitPrice: written(item.unitPrice, places.unitPrice),
      ...(stated === undefined ? {} : { amount: written(stated, places.amount) }),
    };
  });
  return { currency, lines: items };
}

const amountsIn = (lines: RequestValue | undefined) =>
  typeof lines === 'object' ? lines.map(({ amount }) => amount) : [];

describe('the amounts of lines', () => {
  it('are the product, rounded half away from zero, where none is stated, and what was stated else', () => {
    fc.assert(
      fc.property(codes, fc.array(line, { maxLength: 8 }), (currency, lines) => {
        const wanted = lines.map((item) => {
          const stated = statedOf(item);
          return stated === undefined
            ? written(rounded(item.quantity * item.unitPrice, units[currency]), units[currency])
            : written(stated, places.amount);
        });
        const request = requestOf(currency, lines);
        const before = structuredClone(request);
        expect(amountsIn(withAmounts(planOf(false, 'log'), request).lines)).toEqual(wanted);
        expect(request).toEqual(before);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('are refused beyond half a smallest unit from the product, or beyond the decimals of the currency', () => {
    fc.assert(
      fc.property(codes, fc.array(line, { maxLength: 8 }), (currency, lines) => {
        const decimals = units[currency];
        const differing: string[] = [];
        const fractions: string[] = [];
        for (const [index, item] of lines.entries()) {
          const stated = statedOf(item);
          if (stated === undefined) continue;
          const difference = magnitude(stated * 100n - item.quantity * item.unitPrice);
          if (2n * difference > 10n ** BigInt(productPlaces - decimals)) differing.push(`lines[${index}].amount`);
          if (stated % 10n ** BigInt(places.amount - decimals) !== 0n) fractions.push(`lines[${index}].amount`);
        }
        const request = requestOf(currency, lines);
        const fields = (plan: AmountsPlan) => [...amountFaults(plan, request)].map(({ field }) => field);
        expect(fields(planOf(false, 'refuse'))).toEqual(differing);
        expect(fields(planOf(true, 'log'))).toEqual(fractions);
        expect(fields(planOf(true, 'refuse'))).toEqual([...new Set([...differing, ...fractions])].sort());
        expect(fields(planOf(false, 'log'))).toEqual([]);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('are left alone where the currency, a factor or the list was refused', () => {
    const plan = planOf(true, 'refuse');
    const lines = [{ quantity: 1, unitPrice: 0.001 }];
    for (const request of [{ lines }, { currency: 'EUR' }, { currency: 'EUR', lines: [{ quantity: 1 }, {}] }]) {
      expect(withAmounts(plan, request)).toEqual(request);
      expect([...amountFaults(plan, request)]).toEqual([]);
    }
    expect([...amountFaults(plan, { currency: 'EUR', lines: [{ quantity: 2, amount: 7 }] })]).toEqual([]);
  });
});
