/** Changes of rows that prices come from: discounts, prices, and special prices of others. */
import { add, compare, multiply, type Numeric } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataColumn, type DataRow, type DataTable, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { spread } from '../../core/sample.ts';
import { numberOf } from '../../core/written-rows.ts';
import { discountName } from './price-numbers.ts';

export interface PriceChange {
  /** A noun phrase, for people. */
  readonly what: string;
  /** Whether the database accepts the change. */
  readonly apply: () => Promise<boolean>;
}

/** Rows of a column that are changed, and changes in all. */
const mostRows = 4;
const mostChanges = 36;
const priceName = /pri[cx]|preis|precio|prijs|tarif/i;
/** Documents have prices of their own time, which later drafts do not repeat. */
const documentName = /order|auftrag|invoice|rechnung|line|pos(ition|ten)?$|item_?s$|det(ail)?s?$|move|trans|hist|log/i;

const isNumber = ({ type }: DataColumn): boolean => type === 'decimal' || type === 'integer';

const shownRow = ({ key, name }: DataTable, row: DataRow): string =>
  `${name} ${key.map((column) => row[column]).join('/')}`;

/** Changes of one column to another value. */
function changesOf(
  data: ErpData,
  table: DataTable,
  column: string,
  rows: readonly DataRow[],
  values: (value: Numeric, all: readonly Numeric[]) => readonly (Numeric | string)[],
): readonly PriceChange[] {
  const all = rows.flatMap((row) => numberOf(row[column]) ?? []);
  return spread(rows, mostRows).flatMap((row) =>
    values(numberOf(row[column]) ?? 0, all).map((value) => ({
      what: `${column} of ${shownRow(table, row)} was set from ${row[column]} to ${value}`,
      apply: () => isAccepted(data.update(table, row, { [column]: String(value) })),
    })),
  );
}

/** Rows that name one of these ids come first. */
const naming = (rows: readonly DataRow[], ids: ReadonlySet<string>): readonly DataRow[] => {
  const isNaming = (row: DataRow): boolean => Object.values(row).some((value) => ids.has(value?.trim() ?? ''));
  const namingRows = rows.filter(isNaming);
  return namingRows.length > 0 ? namingRows : rows;
};

/** To none, and to a half; where it is none, to one that another row has. */
const otherDiscounts = (value: Numeric, all: readonly Numeric[]): readonly Numeric[] => {
  if (compare(value, 0) !== 0) return [0, multiply(value, 0.5)];
  const amount = all.find((one) => compare(one, 0) > 0);
  return amount === undefined ? [] : [amount];
};

/** `customer`: that of drafts. */
export async function priceChanges(
  context: CheckContext,
  data: ErpData,
  customer: string,
): Promise<readonly PriceChange[]> {
  const others = new Set((await context.discovered.customerIds()).filter((id) => id !== customer));
  const mine = new Set([customer]);
  const changes: PriceChange[] = [];
  const tables = (await data.tables()).filter(({ name }) => !documentName.test(name) || priceName.test(name));
  for (const table of tables) {
    const rows = await data.rows(table);
    const fixed = new Set([table.key, ...table.references.map(({ columns }) => columns)].flat());
    for (const { name } of table.columns.filter((one) => isNumber(one) && !fixed.has(one.name))) {
      if (discountName.test(name)) changes.push(...changesOf(data, table, name, naming(rows, mine), otherDiscounts));
      else if (priceName.test(name))
        changes.push(...changesOf(data, table, name, naming(rows, mine), (value) => [add(value, 1)]));
    }
    if (!priceName.test(table.name)) continue;
    for (const { name } of table.columns) {
      const special = rows.filter((row) => others.has(row[name]?.trim() ?? ''));
      if (special.length > 0) changes.push(...changesOf(data, table, name, special, () => [customer]));
    }
  }
  return spread(changes, mostChanges);
}
