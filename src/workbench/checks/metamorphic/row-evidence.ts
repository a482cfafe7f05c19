/** What the rows of a table show about further ones: whether a parent may have several, and whether they may be alike. */
import type { DataColumn, DataReference, DataRow, DataTable } from '../core/erp-data.ts';
import { isNone } from '../core/erp-data.ts';
import { measuresOf } from './clone.ts';
import { type ErpRow, hasReference, isCodeColumn, type Rows, valuesAt } from './rows.ts';

/** The codes of a row: kind, state, marks. A reference that is no parent may be a code, such as 0 for the main address. */
export function codeColumns(
  rows: Rows,
  { table }: ErpRow,
  parents: readonly DataReference[] = table.references,
): readonly string[] {
  const measures = new Set(measuresOf(rows, table).map(({ name }) => name));
  const others = new Set([...table.key, ...parents.flatMap(({ columns }) => columns)]);
  const isOther = ({ name, type }: DataColumn): boolean =>
    measures.has(name) || others.has(name) || type === 'date' || type === 'datetime';
  return table.columns.flatMap((column) =>
    !isOther(column) && isCodeColumn(rows, table, column.name) ? [column.name] : [],
  );
}

/** Whether two rows of the table with these parents are equal in these columns, parents included. */
function isShown(rows: Rows, table: DataTable, parents: readonly string[], others: readonly string[]): boolean {
  const columns = [...parents, ...others];
  const seen = new Set<string>();
  return rows.inTable(table).some((one) => {
    if (parents.some((name) => isNone(one.row[name]))) return false;
    const values = valuesAt(one.row, columns);
    const isAgain = seen.has(values);
    seen.add(values);
    return isAgain;
  });
}

/**
 * The columns of a further row that differ from those of `record`, so that the data shows that such rows occur: each of its parents has several
 * rows of the same codes, and rows with the same parents, codes and days occur, or another parent makes the combination new. Undefined where the
 * data does not show it: then a further row may contradict a rule of the ERP, such as one rate for each currency and day. `kept`: columns of parents
 * that do not differ.
 */
export function plausibleRow(rows: Rows, record: ErpRow, kept: readonly string[] = []): DataRow | undefined {
  const { table, row } = record;
  const references = table.references.filter((reference) => hasReference(record, reference));
  const codes = codeColumns(rows, record, references);
  if (references.length === 0) return undefined;
  if (!references.every(({ columns }) => isShown(rows, table, columns, codes))) return undefined;
  const days = table.columns.flatMap(({ name, type }) => (type === 'date' || type === 'datetime' ? [name] : []));
  const parents = references.flatMap(({ columns }) => columns);
  if (isShown(rows, table, parents, [...codes, ...days])) return {};
  const parentValues = new Set(rows.inTable(table).map((one) => valuesAt(one.row, parents)));
  const others = references.filter(({ columns }) => !columns.some((name) => kept.includes(name)));
  for (const { columns } of others.toReversed())
    for (const other of rows.inTable(table)) {
      const changed = Object.fromEntries(columns.map((name) => [name, other.row[name] ?? null]));
      const isUsed = !columns.some((name) => isNone(other.row[name]));
      if (references.length > 1 && isUsed && !parentValues.has(valuesAt({ ...row, ...changed }, parents)))
        return changed;
    }
  return undefined;
}
