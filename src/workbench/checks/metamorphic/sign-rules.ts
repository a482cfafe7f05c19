/** Amounts of an account that always have one sign: in some ledgers a debt is positive, in others it is negative. */
import { compare } from '../../../../engine/tools/index.ts';
import type { DataTable } from '../core/erp-data.ts';
import { numberOf } from '../core/written-rows.ts';
import type { RowRule } from './row-rule.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';

/** Rows of an account that show its sign, and rows of others with the opposite sign. */
const fewestRows = 6;

const signOf = ({ row }: ErpRow, name: string): number => compare(numberOf(row[name]) ?? 0, 0);

/** The rule of the rows that have the same reference, and the same value in each code, as a row. */
export function signRulesFor(rows: Rows, record: ErpRow): readonly RowRule[] {
  const { table, row } = record;
  const before = rows.inTable(table);
  const codes = table.columns.flatMap(({ name, type }) =>
    type !== 'decimal' && isCodeColumn(rows, table, name) ? [name] : [],
  );
  const amounts = table.columns.filter(({ name, type }) => type === 'decimal' && isSigned(table, before, name));
  if (amounts.length === 0) return [];
  return table.references.flatMap(({ columns }) => {
    const same = [...new Set([...columns, ...codes])];
    const account = before.filter((one) => same.every((name) => one.row[name] === row[name]));
    return amounts.flatMap(({ name }): readonly RowRule[] => {
      const signs = account.map((one) => signOf(one, name)).filter((sign) => sign !== 0);
      const [sign] = signs;
      if (sign === undefined || signs.length < fewestRows || signs.some((one) => one !== sign)) return [];
      const opposite: RowRule = (_now, written) => {
        if (signOf(written, name) !== -sign) return undefined;
        const value = written.row[name] ?? undefined;
        const text = `${table.name}.${name} is ${value}; all ${signs.length} rows of the ERP with the same ${same.join(', ')} are ${sign < 0 ? 'negative' : 'positive'}`;
        return { text, value };
      };
      return [opposite];
    });
  });
}

/** Whether a column has amounts of both signs, each in several rows. */
function isSigned({ key }: DataTable, records: readonly ErpRow[], name: string): boolean {
  const signs = records.map((one) => signOf(one, name));
  return !key.includes(name) && [1, -1].every((sign) => signs.filter((one) => one === sign).length >= fewestRows);
}
