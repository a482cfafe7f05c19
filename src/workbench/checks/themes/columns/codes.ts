/** Columns that say of which kind a record is, or in which state: few different values, each in several rows. */
import type { DataColumn, DataTable } from '../../core/erp-data.ts';
import { isCodeColumn, type Rows } from '../../metamorphic/rows.ts';

export interface Code {
  readonly column: DataColumn;
  /** The values that occur in the table, without NULL. */
  readonly values: readonly string[];
}

const isPartOf = (keys: readonly (readonly string[])[], name: string): boolean =>
  keys.some((columns) => columns.includes(name));

/** The booleans, texts and whole numbers of a table that are codes, those with the fewest values first. A key or a reference is none. */
export const codesOf = (rows: Rows, table: DataTable): readonly Code[] =>
  codesBesides(rows, table, [...table.uniqueKeys, ...table.references.map(({ columns }) => columns)]);

/** Also those that refer to a table, such as one of kinds of orders. */
export const codesAndKindsOf = (rows: Rows, table: DataTable): readonly Code[] =>
  codesBesides(rows, table, table.uniqueKeys);

function codesBesides(rows: Rows, table: DataTable, keys: readonly (readonly string[])[]): readonly Code[] {
  const codes = table.columns.flatMap((column) => {
    const { name, type } = column;
    if ((type !== 'boolean' && type !== 'text' && type !== 'integer') || isPartOf([table.key, ...keys], name))
      return [];
    if (!isCodeColumn(rows, table, name)) return [];
    return [{ column, values: [...new Set(rows.inTable(table).flatMap(({ row }) => row[name] ?? []))] }];
  });
  return codes.toSorted((one, other) => one.values.length - other.values.length);
}
