/** Rates of currencies that the rows of listed documents show: an amount in the currency of the company beside the one of the document. */
import { compare, type Numeric } from '../../../../engine/tools/index.ts';
import { numberOf } from '../core/written-rows.ts';
import { placeOf, rowAt, type Shown } from './places.ts';
import { type Rows, withTwins } from './rows.ts';

export interface AmountInCurrency extends Shown {
  readonly currency: string;
  readonly amount: Numeric;
}

/** The rates of a currency lie within a fifth of each other: those of a few years do, and a part of an amount does not. */
const widest = 1.2;

/** What one unit of each currency is worth in the currency of the company, about; empty where no column shows it. */
export function documentRates(rows: Rows, documents: readonly AmountInCurrency[]): ReadonlyMap<string, number> {
  const place = placeOf(rows, documents);
  // By the column: the ratios of its amounts to those of the documents, by currency.
  const byColumn = new Map<string, Map<string, number[]>>();
  for (const one of documents) {
    const record = place && rowAt(rows, place, one);
    if (record === undefined || compare(one.amount, 0) === 0) continue;
    for (const { table, row } of withTwins(rows, record))
      for (const { name, type } of table.columns) {
        const value = type === 'decimal' ? numberOf(row[name]) : undefined;
        if (value === undefined || compare(value, 0) === 0) continue;
        const ratios = byColumn.get(`${table.name}.${name}`) ?? new Map<string, number[]>();
        byColumn.set(`${table.name}.${name}`, ratios);
        // A ratio is looked at, not an amount: binary digits do not matter.
        const ratio = compare(value, one.amount) === 0 ? 1 : Number(value) / Number(one.amount);
        ratios.set(one.currency, [...(ratios.get(one.currency) ?? []), ratio]);
      }
  }
  for (const ratios of byColumn.values()) {
    const all = [...ratios].map(([currency, ofCurrency]) => [currency, ofCurrency.toSorted((a, b) => a - b)] as const);
    const isNarrow = all.every(([, [lowest = 0, ...more]]) => lowest > 0 && (more.at(-1) ?? lowest) / lowest < widest);
    const rates = all.map(
      ([currency, ofCurrency]) => [currency, ofCurrency[Math.floor(ofCurrency.length / 2)] ?? 1] as const,
    );
    const hasBase = all.some(([, ofCurrency]) => ofCurrency.every((ratio) => ratio === 1));
    if (isNarrow && hasBase && rates.some(([, rate]) => rate !== 1)) return new Map(rates);
  }
  return new Map();
}
