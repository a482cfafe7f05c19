/** Currencies and amounts in the rows of the ERP. */
import { compare, type Numeric } from '../../../../engine/tools/index.ts';
import { contract } from '../../../contract/index.ts';
import type { ErpData } from '../core/erp-data.ts';
import { numberOf } from '../core/written-rows.ts';
import type { ErpRow, Rows } from './rows.ts';

/** ISO codes of currencies that rows name themselves. */
export const namedCurrencies = (records: readonly ErpRow[]): ReadonlySet<string> =>
  new Set(
    records
      .flatMap(({ row }) => Object.values(row))
      .filter((value): value is string => value !== null && contract.currencies.has(value)),
  );

/** ISO codes of the currencies that a row names itself, or by rows that it refers to: its price list, its customer. */
export const currenciesOf = (rows: Rows, record: ErpRow): ReadonlySet<string> =>
  namedCurrencies([record, ...rows.referredToBy(record)]);

/** The currencies of a document: those that its row names, or else those of the rows that it refers to. */
export function currenciesOfDocument(rows: Rows, record: ErpRow): ReadonlySet<string> {
  const named = namedCurrencies([record]);
  return named.size > 0 ? named : namedCurrencies(rows.referredToBy(record));
}

/** ISO codes in columns that have nothing else, and two of them at least. */
export async function currenciesIn(data: ErpData): Promise<readonly string[]> {
  const all = new Set<string>();
  for (const table of await data.tables()) {
    const rows = await data.rows(table);
    for (const { name } of table.columns.filter(({ type }) => type === 'text')) {
      const values = new Set(rows.flatMap((row) => row[name]?.trim() || []));
      if (values.size > 1 && [...values].every((value) => contract.currencies.has(value)))
        for (const value of values) all.add(value);
    }
  }
  return [...all];
}

/** The columns of a row that have this amount, as `table.column`. */
export const columnsWith = ({ table, row }: ErpRow, amount: Numeric): readonly string[] =>
  table.columns.flatMap(({ name, type }) => {
    const number = type === 'decimal' || type === 'integer' ? numberOf(row[name]) : undefined;
    return number !== undefined && compare(number, amount) === 0 ? [`${table.name}.${name}`] : [];
  });
