/** Other texts for the copy of a row. */
import type { DataRow } from '../core/erp-data.ts';
import type { ErpRow, Rows } from './rows.ts';

/** Behind all others of the column, by the order of their characters, and no longer than the longest. */
function lastText(rows: Rows, { table }: ErpRow, column: string): string {
  const all = rows.inTable(table).flatMap(({ row }) => row[column] ?? []);
  const last = all.reduce((one, other) => (other > one ? other : one), '');
  return last.length < Math.max(...all.map(({ length }) => length)) ? `${last}z` : `z${last.slice(1)}`;
}

/** Gives another text to each column that has one of these. */
export const otherTexts =
  (rows: Rows, texts: readonly string[]) =>
  (record: ErpRow): DataRow =>
    Object.fromEntries(
      record.table.columns.flatMap(({ name, type }): readonly (readonly [string, string])[] => {
        const value = record.row[name] ?? '';
        return type === 'text' && value !== '' && texts.includes(value) ? [[name, lastText(rows, record, name)]] : [];
      }),
    );
