/** Columns that say of which kind a record is, or in which state: few different values, each in several rows. */
import type { DataColumn, DataTable } from '../../core/erp-data.ts';
import type { Rows } from '../../metamorphic/rows.ts';

/** A column with more different values is no code. */
const mostValues = 12;

export interface Code {
  readonly column: DataColumn;
  /** The values that occur in the table. */
  readonly values: readonly string[];
}

const isPartOfKey = ({ key, uniqueKeys, references }: DataTable, name: string): boolean =>
  [key, ...uniqueKeys, ...references.map(({ columns }) => columns)].some((columns) => columns.includes(name));

/** The booleans, texts and whole numbers of a table that are codes, those with the fewest values first. A key or a reference is none. */
export function codesOf(rows: Rows, table: DataTable): readonly Code[] {
  const all = rows.of(table);
  const codes = table.columns.flatMap((column) => {
    const { name, type } = column;
    if ((type !== 'boolean' && type !== 'text' && type !== 'integer') || isPartOfKey(table, name)) return [];
    const filled = all.flatMap(({ row }) => row[name] ?? []);
    const values = [...new Set(filled)];
    return values.length > mostValues || values.length === filled.length ? [] : [{ column, values }];
  });
  return codes.toSorted((one, other) => one.values.length - other.values.length);
}
