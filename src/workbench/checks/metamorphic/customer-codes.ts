/** Codes that customers and prices share though no reference says so, such as that of a price group. */
import { contract } from '../../../contract/index.ts';
import { type DataTable, isNone } from '../core/erp-data.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';

/** The texts in columns of tables, keys and currencies aside. */
function textsOf(rows: Rows, tables: readonly DataTable[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const table of tables) {
    const names = table.columns.flatMap(({ name, type }) =>
      type === 'text' && !table.key.includes(name) ? [name] : [],
    );
    for (const { row } of rows.inTable(table)) for (const name of names) texts.add(row[name] ?? '');
  }
  return texts;
}

/** Customers by codes that their rows share with rows of this table, and no row of a third table has: the code of a price group. */
export function customersByCode(
  rows: Rows,
  table: DataTable,
  customers: readonly ErpRow[],
): ReadonlyMap<string, readonly ErpRow[]> {
  const byCode = new Map<string, ErpRow[]>();
  const tables = new Set<DataTable>([table]);
  for (const customer of customers) {
    const isPart = ({ table: { key, references } }: ErpRow): boolean =>
      key.length === 1 && references.some(({ columns }) => columns.join() === key.join());
    for (const part of [customer, ...rows.referringTo(customer).filter(isPart)]) {
      tables.add(part.table);
      for (const { name, type } of part.table.columns) {
        const code = part.row[name] ?? '';
        if (type !== 'text' || isNone(code) || !isCodeColumn(rows, part.table, name)) continue;
        byCode.set(code, [...(byCode.get(code) ?? []), customer]);
      }
    }
  }
  const elsewhere = textsOf(
    rows,
    rows.tables.filter((one) => !tables.has(one)),
  );
  for (const code of byCode.keys()) if (elsewhere.has(code) || contract.currencies.has(code)) byCode.delete(code);
  return byCode;
}
