/** The lines of a draft as the ERP's own rows hold them: which columns have the price and the amount is found out by a draft whose lines state prices. */
import { compare, type DecimalText, multiply, toDecimalText } from '../../../../../engine/tools/index.ts';
import type { DataRow, DataTable, ErpData } from '../../core/erp-data.ts';
import { rowsBeyond } from '../../core/written-rows.ts';

/** A line that was sent, with its price. */
export interface StatedLine {
  readonly qty: number;
  readonly unitPrice: number;
}

export type AddedRows = ReadonlyMap<DataTable, readonly DataRow[]>;

/** A column whose values are, line by line, the prices or the amounts that were sent. */
export interface LineColumn {
  readonly table: DataTable;
  readonly column: string;
  readonly kind: 'price' | 'amount';
  /** For each line: the place of its row among the rows that a draft adds to the table. */
  readonly places: readonly number[];
  readonly rowCount: number;
}

/** The rows that `work` adds to the tables, each table's in the order of its key. */
export async function rowsAdded(
  data: ErpData,
  tables: readonly DataTable[],
  work: () => Promise<void>,
): Promise<AddedRows> {
  const before = new Map<DataTable, readonly DataRow[]>();
  for (const table of tables) before.set(table, await data.rows(table));
  await work();
  const added = new Map<DataTable, readonly DataRow[]>();
  for (const table of tables) {
    const rows = rowsBeyond(await data.rows(table), before.get(table) ?? []);
    if (rows.length > 0) added.set(table, rows);
  }
  return added;
}

const isValue = (text: string | null | undefined, value: number | string): boolean => {
  const decimal = toDecimalText(text);
  return decimal !== undefined && compare(decimal, toDecimalText(value) ?? 0) === 0;
};

/** For each value the place of the only row that has it in the column; undefined unless all have one. */
function placesOf(
  rows: readonly DataRow[],
  column: string,
  values: readonly (number | string)[],
): readonly number[] | undefined {
  const places = values.map((value) => {
    const places = rows.flatMap((row, index) => (isValue(row[column], value) ? [index] : []));
    return places.length === 1 ? places[0] : undefined;
  });
  return places.every((place) => place !== undefined) ? places : undefined;
}

/** The columns in which the added rows have what the lines state. The prices of the lines differ from each other, and so do their amounts. */
export function columnsOfLines(added: AddedRows, lines: readonly StatedLine[]): readonly LineColumn[] {
  const prices = lines.map(({ unitPrice }) => unitPrice);
  const amounts = lines.map(({ qty, unitPrice }) => multiply(qty, unitPrice));
  return [...added].flatMap(([table, rows]) =>
    table.columns.flatMap(({ name: column }) =>
      (['price', 'amount'] as const).flatMap((kind): readonly LineColumn[] => {
        const places = placesOf(rows, column, kind === 'price' ? prices : amounts);
        return places === undefined ? [] : [{ table, column, kind, places, rowCount: rows.length }];
      }),
    ),
  );
}

/** What a column has for a line, and the other numbers of the row, by their columns. Null: no number. */
export interface WrittenValue {
  readonly value: DecimalText | null;
  readonly others: ReadonlyMap<string, DecimalText>;
}

/** What a column has for each line of another draft; undefined where its rows cannot be matched. */
export function valuesIn(
  { table, column, places, rowCount }: LineColumn,
  added: AddedRows,
): readonly WrittenValue[] | undefined {
  const rows = added.get(table) ?? [];
  if (rows.length !== rowCount) return undefined;
  return places.map((place) => {
    const others = Object.entries(rows[place] ?? {}).flatMap(([name, text]) => {
      const number = name === column ? undefined : toDecimalText(text);
      return number === undefined ? [] : [[name, number] as const];
    });
    return { value: toDecimalText(rows[place]?.[column]) ?? null, others: new Map(others) };
  });
}
