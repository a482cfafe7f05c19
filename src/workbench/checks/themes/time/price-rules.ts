/** Rows with days that decide a price: found by changing an amount and asking for the price again. */
import { add, compare, type Numeric } from '../../../../../engine/tools/index.ts';
import { plainName } from '../../core/column-names.ts';
import type { CheckContext } from '../../core/context.ts';
import {
  type DataColumn,
  type DataRow,
  type DataTable,
  type ErpData,
  isAccepted,
  isNone,
} from '../../core/erp-data.ts';
import type { Ledger } from '../../core/ledger.ts';
import { spread } from '../../core/sample.ts';
import { numberOf, referredRows } from '../../core/written-rows.ts';
import { auditName } from '../../metamorphic/audit-columns.ts';
import { quantityColumns } from '../../metamorphic/price-breaks.ts';

/** A customer and a product, by their ids. */
export interface Pair {
  readonly customerErpId: string;
  readonly productErpId: string;
}

/** A row with the day columns that may limit a price. */
export interface DatedRow {
  readonly table: DataTable;
  readonly row: DataRow;
  readonly columns: readonly DataColumn[];
  /** The texts of a row that refers to the price and has no amount: a condition of a rule, with its kind and its operator. */
  readonly condition?: string;
}

/** A row whose amount decides the price of a pair. */
export interface PriceRule {
  readonly pair: Pair;
  /** `customer_price.price`. */
  readonly amount: string;
  /** The row itself, and those that it refers to or that refer to it. */
  readonly dated: readonly DatedRow[];
}

/** Names of columns that say from when or until when a row counts. */
const validityName =
  /valid|from|until|(^|_)to($|_)|start|begin|end|expir|effect|since|g(ue|ü)ltig|(^|_)(von|bis|ab)($|_)|debut|(^|_)fin($|_)|desde|hasta/i;
/** Names of tables of prices. */
const priceName = /pric|preis|prix|precio|prijs|rule|disc|rabat|remise|tarif|condition/i;

const mostRows = 24;
const mostRules = 2;
const mostCustomers = 3;
const mostProducts = 6;
const mostAmounts = 3;
/** Changes of amounts for each table. */
const mostTries = 40;

/** Columns of days that may limit a price. */
const dayColumns = ({ name, columns }: DataTable): readonly DataColumn[] =>
  columns.filter(
    (column) =>
      (column.type === 'date' || column.type === 'datetime') &&
      !auditName.test(column.name) &&
      (validityName.test(column.name) || priceName.test(name)),
  );

const isAmount = ({ key, references }: DataTable, { name, type }: DataColumn): boolean =>
  type === 'decimal' && !key.includes(name) && !references.some(({ columns }) => columns.includes(name));

const priceColumn = /^(unit_?|sales?_?|sell(ing)?_?)?(price|preis|prix|precio|prijs)$/i;

/** Whether a table has prices, by its name or that of a column. */
const isPriced = (table: DataTable): boolean =>
  priceName.test(table.name) ||
  table.columns.some(({ name, type }) => type === 'decimal' && priceColumn.test(plainName(table, name)));

/** Tables that refer to the head of a list of prices: a customer or an article, to which many refer, is none. */
const mostReferring = 4;
const firstDayName = /from|start|begin|effect|(^|_)(von|ab)$|debut|desde/i;
const lastDayName = /until|end|expir|(^|_)(to|bis|fin)$|hasta/i;

/** Whether a table that prices refer to says when they count: by its name, or by a first and a last day. */
function isPriceHead(tables: readonly DataTable[], target: DataTable): boolean {
  if (priceName.test(target.name)) return true;
  const referring = tables.filter(({ references }) => references.some(({ table }) => table === target.name));
  const names = dayColumns(target).map(({ name }) => plainName(target, name));
  const isLimited = names.some((name) => firstDayName.test(name)) && names.some((name) => lastDayName.test(name));
  return isLimited && referring.length <= mostReferring;
}

const isDated = (table: DataTable): boolean => dayColumns(table).length > 0;

/** The price of a pair as text; undefined where it is refused. */
export async function priceOf(context: CheckContext, pair: Pair): Promise<Numeric | undefined> {
  const answer = await context.post('/pricing/resolve', { ...pair });
  if (answer.status !== 200) return undefined;
  return (await context.ask('/pricing/resolve', { ...pair })).systemUnitPrice ?? undefined;
}

/** The prices of pairs, in their order. */
export async function pricesOf(
  context: CheckContext,
  pairs: readonly Pair[],
): Promise<readonly (Numeric | undefined)[]> {
  const prices: (Numeric | undefined)[] = [];
  for (const pair of pairs) prices.push(await priceOf(context, pair));
  return prices;
}

/** The rows of tables of prices that refer to the row, such as the conditions of a rule. */
async function childRows(
  data: ErpData,
  table: DataTable,
  row: DataRow,
): Promise<readonly (readonly [DataTable, DataRow])[]> {
  const children: (readonly [DataTable, DataRow])[] = [];
  for (const child of (await data.tables()).filter(({ name }) => priceName.test(name))) {
    for (const { columns, table: target, targetColumns } of child.references) {
      if (target !== table.name) continue;
      const where = Object.fromEntries(columns.map((name, index) => [name, row[targetColumns[index] ?? ''] ?? null]));
      for (const one of await data.rows(child, where)) children.push([child, one]);
    }
  }
  return children;
}

/** Pairs that rows may be about: those whose ids they have, or some others. */
function pairsFor(
  rows: readonly DataRow[],
  customers: readonly string[],
  products: readonly string[],
): readonly Pair[] {
  const values = new Set(rows.flatMap((row) => Object.values(row).map((value) => value?.trim())));
  const named = (ids: readonly string[], most: number): readonly string[] => {
    const dated = ids.filter((id) => values.has(id));
    return spread(dated.length === 0 ? ids : dated, most);
  };
  return named(customers, mostCustomers).flatMap((customerErpId) =>
    named(products, mostProducts).map((productErpId) => ({ customerErpId, productErpId })),
  );
}

/** Whether a row is a price of a product: days of other rows, such as those of a customer, are no days of a price. */
async function isPriceRow(
  data: ErpData,
  products: ReadonlySet<string>,
  table: DataTable,
  row: DataRow,
  { productErpId }: Pair,
): Promise<boolean> {
  const { key } = table;
  if (isPriced(table)) return true;
  const columns = table.columns.flatMap(({ name }) =>
    row[name]?.trim() === productErpId && !(key.length === 1 && key[0] === name) ? [name] : [],
  );
  if (columns.length === 0) return false;
  // The days to pay of a customer may be the number of a product; most values of a column that refers to products are.
  const all = await data.rows(table);
  return columns.some((name) => {
    const values = all.flatMap((one) => (isNone(one[name]) ? [] : (one[name]?.trim() ?? [])));
    return values.filter((value) => products.has(value)).length * 2 > values.length;
  });
}

/** Without a day, a row next to the price, such as a price list, need not be limited in time. */
const givenDays = (table: DataTable, row: DataRow): readonly DataColumn[] =>
  dayColumns(table).filter(({ name }) => (row[name] ?? null) !== null);

const textsIn = ({ columns }: DataTable, row: DataRow): string =>
  columns.flatMap(({ name, type }) => (type === 'text' ? (row[name] ?? []) : [])).join(' ');

/** The row, and the rows next to it that have days and prices. */
async function datedRows(
  data: ErpData,
  products: ReadonlySet<string>,
  table: DataTable,
  row: DataRow,
  pair: Pair,
): Promise<readonly DatedRow[]> {
  const tables = await data.tables();
  const dated: DatedRow[] = (await isPriceRow(data, products, table, row, pair))
    ? [{ table, row, columns: dayColumns(table) }]
    : [];
  for (const reference of table.references) {
    const target = tables.find(({ name }) => name === reference.table);
    if (target === undefined || !isPriceHead(tables, target)) continue;
    for (const one of await referredRows(data, reference, row))
      dated.push({ table: target, row: one, columns: givenDays(target, one) });
  }
  for (const [child, one] of await childRows(data, table, row))
    dated.push({ table: child, row: one, columns: givenDays(child, one), condition: textsIn(child, one) });
  return dated.filter((one) => one.columns.length > 0 || quantityColumns(one).length > 0);
}

/** Tables with amounts that have days, or whose neighbours have. */
async function ruleTables(data: ErpData): Promise<readonly DataTable[]> {
  const tables = await data.tables();
  const dated = new Set(tables.filter(isDated).map(({ name }) => name));
  const parents = new Set(
    tables.flatMap(({ name, references }) => (dated.has(name) ? references.map(({ table }) => table) : [])),
  );
  return tables.filter((table) => {
    const { name, columns, references } = table;
    if (!columns.some((column) => isAmount(table, column))) return false;
    if (dated.has(name)) return true;
    return isPriced(table) && (parents.has(name) || references.some((one) => dated.has(one.table)));
  });
}

/** Looks for amounts that decide prices, with a bounded number of changes. */
function priceSearch(context: CheckContext, data: ErpData) {
  const prices = new Map<string, Numeric | undefined>();
  let tries = 0;
  const knownPrice = async (pair: Pair): Promise<Numeric | undefined> => {
    const key = JSON.stringify(pair);
    if (!prices.has(key)) prices.set(key, await priceOf(context, pair));
    return prices.get(key);
  };
  /** Whether another amount in a column changes the price. */
  async function decides({ table, row }: Pick<DatedRow, 'table' | 'row'>, name: string, pair: Pair): Promise<boolean> {
    const value = numberOf(row[name]);
    if (value === undefined || tries === mostTries) return false;
    tries += 1;
    return data.undone(async () => {
      const isSet = await isAccepted(data.update(table, row, { [name]: String(add(value, 1)) }));
      return isSet && (await priceOf(context, pair)) !== (await knownPrice(pair));
    });
  }
  return {
    isEnded: () => tries === mostTries,
    /** The column of a row that decides the price of a pair; undefined where it has none. Amounts that are the price come first. */
    async decidingAmount(table: DataTable, row: DataRow, pair: Pair): Promise<string | undefined> {
      const price = await knownPrice(pair);
      if (price === undefined) return undefined;
      const isPrice = ({ name }: DataColumn): boolean => {
        const value = numberOf(row[name]);
        return value !== undefined && compare(value, price) === 0;
      };
      const amounts = table.columns.filter((column) => isAmount(table, column));
      const equal = amounts.filter(isPrice);
      for (const { name } of equal.length > 0 ? equal : amounts.slice(0, mostAmounts))
        if (await decides({ table, row }, name, pair)) return `${table.name}.${name}`;
      return undefined;
    },
  };
}

const searched = new WeakMap<Ledger, Promise<readonly PriceRule[]>>();

/** Up to two rules of each table. They are looked for once in a run. */
export function priceRules(context: CheckContext, data: ErpData): Promise<readonly PriceRule[]> {
  const rules = searched.get(context.ledger) ?? findPriceRules(context, data);
  searched.set(context.ledger, rules);
  return rules;
}

async function findPriceRules(context: CheckContext, data: ErpData): Promise<readonly PriceRule[]> {
  const customers = await context.discovered.customerIds();
  const products = (await context.discovered.products()).map(({ erpProductId }) => erpProductId);
  const rules: PriceRule[] = [];
  for (const table of await ruleTables(data)) {
    const search = priceSearch(context, data);
    let count = 0;
    for (const row of spread(await data.rows(table), mostRows)) {
      const children = (await childRows(data, table, row)).map(([, one]) => one);
      for (const pair of pairsFor([row, ...children], customers, products)) {
        const amount = await search.decidingAmount(table, row, pair);
        if (amount === undefined) continue;
        const dated = await datedRows(data, new Set(products), table, row, pair);
        if (dated.length > 0) rules.push({ pair, amount, dated });
        count += Math.sign(dated.length);
        break;
      }
      if (count === mostRules || search.isEnded()) break;
    }
  }
  return rules;
}
