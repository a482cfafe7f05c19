/** Columns that say of which kind a record is, or in which state: few different values, each in several rows. */
import type { DataColumn, DataTable } from '../../core/erp-data.ts';
import { isCodeColumn, type Rows } from '../../metamorphic/rows.ts';

export interface Code {
  readonly column: DataColumn;
  /** The values that occur in the table, without NULL. */
  readonly values: readonly string[];
}

const isPartOfKey = ({ key, uniqueKeys, references }: DataTable, name: string): boolean =>
  [key, ...uniqueKeys, ...references.map(({ columns }) => columns)].some((columns) => columns.includes(name));

/** The booleans, texts and whole numbers of a table that are codes, those with the fewest values first. A key or a reference is none. */
export function codesOf(rows: Rows, table: DataTable): readonly Code[] {
  const codes = table.columns.flatMap((column) => {
    const { name, type } = column;
    if ((type !== 'boolean' && type !== 'text' && type !== 'integer') || isPartOfKey(table, name)) return [];
    if (!isCodeColumn(rows, table, name)) return [];
    return [{ column, values: [...new Set(rows.of(table).flatMap(({ row }) => row[name] ?? []))] }];
  });
  return codes.toSorted((one, other) => one.values.length - other.values.length);
}
