/** A flag or a code that follows from amounts: an invoice is open exactly where its total differs from what is paid. */
import { compare, type Numeric } from '../../../../engine/tools/index.ts';
import { absolute } from '../core/amounts.ts';
import type { DataTable } from '../core/erp-data.ts';
import { numberOf } from '../core/written-rows.ts';
import { auditName } from './audit-columns.ts';
import type { RowRule } from './row-rule.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';

/** Rows with the value, and rows with another one, that show a rule: fewer may agree by chance. */
const fewestRows = 5;

/** What two amounts of a row may be: equal but for the sign, or different. */
interface Condition {
  readonly text: string;
  readonly holds: (record: ErpRow) => boolean;
}

const amountOf = ({ row }: ErpRow, name: string): Numeric => absolute(numberOf(row[name]) ?? 0);

function conditionsOf({ columns, key, references }: DataTable): readonly Condition[] {
  const fixed = new Set([...key, ...references.flatMap((one) => one.columns)]);
  const amounts = columns.flatMap(({ name, type }) => (type === 'decimal' && !fixed.has(name) ? [name] : []));
  return amounts.flatMap((name, index) => [
    { text: `${name} is 0`, holds: (record) => compare(amountOf(record, name), 0) === 0 },
    ...amounts.slice(index + 1).map((other) => ({
      text: `${name} equals ${other}`,
      holds: (record: ErpRow) => compare(amountOf(record, name), amountOf(record, other)) === 0,
    })),
  ]);
}

/** A code is a word or a number; a text that many rows have may be a remark. */
const isCode = (value: string | null | undefined): boolean => /^\S{0,20}$/.test(value ?? '');

/** For each value of a code, the conditions that hold for all rows with it, and for no other row. */
export function flagRulesOf(rows: Rows, table: DataTable, records: readonly ErpRow[]): readonly RowRule[] {
  const references = new Set(table.references.flatMap(({ columns }) => columns));
  const codes = table.columns.filter(
    ({ name, type }) =>
      type !== 'decimal' &&
      !references.has(name) &&
      !auditName.test(name) &&
      isCodeColumn(rows, table, name) &&
      rows.inTable(table).every(({ row }) => isCode(row[name])),
  );
  const conditions = conditionsOf(table);
  return codes.flatMap(({ name: code }) =>
    [...Map.groupBy(records, ({ row }) => row[code] ?? '')].flatMap(([value, having]): readonly RowRule[] => {
      if (having.length < fewestRows || records.length - having.length < fewestRows) return [];
      const has = ({ row }: ErpRow): boolean => (row[code] ?? '') === value;
      return conditions
        .filter(({ holds }) => records.every((record) => holds(record) === has(record)))
        .map(
          ({ text, holds }): RowRule =>
            (_now, record) => {
              if (holds(record) === has(record)) return undefined;
              const now = record.row[code] ?? undefined;
              const here = holds(record) ? 'holds' : 'does not hold';
              const shown = `${table.name}.${code} is ${now ?? 'NULL'}; in all ${records.length} rows of the ERP it is ${value || 'NULL'} exactly where ${text}, which ${here} in this row`;
              return { text: shown, value: now };
            },
        );
    }),
  );
}
