import { describe, expect, it } from 'vitest';
import { minorUnits } from '../../../src/contract/fields/currencies.ts';

/** ISO 4217, list one: the currencies whose smallest unit has other than two decimals. */
const others = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const;

describe('the currencies', () => {
  const codesWith = (decimals: number) =>
    [...minorUnits].filter(([, digits]) => digits === decimals).map(([code]) => code);

  it.each(Object.entries(others))('with %s decimals are those of the standard', (decimals, codes) => {
    expect(codesWith(Number(decimals)).sort().join(' ')).toBe(codes);
  });

  it('have two decimals else, also where prices are mostly written without, and where the smallest coin is a fifth', () => {
    expect(new Set(minorUnits.values())).toEqual(new Set([0, 2, 3, 4]));
    const named = 'EUR USD GBP CHF CNY INR BRL MXN PLN SEK XCD XCG HUF IDR COP PKR LBP MGA MRU';
    for (const code of named.split(' ')) expect(minorUnits.get(code), code).toBe(2);
    expect(minorUnits.size).toBeGreaterThan(150);
  });

  it('are no codes without a smallest unit: metals, units of account, tests, no currency at all', () => {
    const without = 'XAU XAG XPT XPD XDR XUA XSU XBA XBB XBC XBD XTS XXX ABC';
    expect(without.split(' ').filter((code) => minorUnits.has(code))).toEqual([]);
  });

  it('are written as three capital letters', () => {
    expect([...minorUnits.keys()].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });
});
