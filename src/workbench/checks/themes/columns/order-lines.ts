/** Listed orders with their lines, and what a line adds to the usage of its customer. */
import type { AnswerOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';
import { type ErpData, isAccepted } from '../../core/erp-data.ts';
import { spread } from '../../core/sample.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';

export type Order = AnswerOf<'/sales-orders/list'>['orders'][number];

/** Orders, and lines of each, whose usage is looked at. */
const mostOrders = 16;
const mostLines = 3;

/** What finds the order's row in the ERP: its id, and its number. */
export const shownOrder = ({ erpSoId, soNumber }: Order): Shown => ({ id: erpSoId, texts: [soNumber] });

/** The customer's usage of a product since 1990, in units. */
export const unitsOf = async (
  context: CheckContext,
  { customerErpId }: { readonly customerErpId: string },
  sku: string,
): Promise<number> =>
  (await context.ask('/sales-orders/usage', { customerErpId, sku, periodStart: '1990-01-01' })).units;

/**
 * The products that rows name: by a reference, or by the SKU, the id or the description. A line may refer to the stock of a product in a warehouse, which refers to
 * the product: there only the SKU counts, because a number may be that of another record.
 */
export async function skusIn(
  context: { readonly discovered: Pick<CheckContext['discovered'], 'products'> },
  rows: Rows,
  lines: readonly ErpRow[],
): Promise<readonly string[]> {
  const near = lines.flatMap((line) => [line, ...rows.referredToBy(line)]);
  const behind = near.flatMap((one) => rows.referredToBy(one));
  const products = await context.discovered.products();
  for (const [member, from] of [
    ['erpSku', near],
    ['erpSku', behind],
    ['erpProductId', near],
    ['erpDesc', near],
  ] as const) {
    const values = new Set(from.flatMap(({ row }) => Object.values(row)));
    const named = products.filter((product) => values.has(product[member]));
    if (named.length > 0) return named.map(({ erpSku }) => erpSku);
  }
  return [];
}

/** A line of an order that counts as usage. */
export interface UsedLine {
  readonly order: Order;
  readonly line: ErpRow;
  readonly sku: string;
  /** By how much the usage falls without the line. */
  readonly units: number;
}

/** Lines of some listed orders, with their units of usage; `fewest` 0: also those that do not count. `isWanted` selects the orders. */
export async function usedLines(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  isWanted: (order: Order) => boolean,
  fewest = 1,
): Promise<readonly UsedLine[]> {
  const orders = (await context.ask('/sales-orders/list', { limit: 100 })).orders;
  const place = placeOf(rows, orders.map(shownOrder));
  const used: UsedLine[] = [];
  if (place === undefined) return used;
  for (const order of spread(orders.filter(isWanted), mostOrders)) {
    const record = rowAt(rows, place, shownOrder(order));
    const lines = record === undefined ? [] : rows.referringTo(record);
    for (const line of spread(lines, mostLines)) {
      const [sku, ...others] = await skusIn(context, rows, [line]);
      if (sku === undefined || others.length > 0) continue;
      const before = await unitsOf(context, order, sku);
      if (before < fewest) continue;
      const units = await data.undone(async () =>
        (await isAccepted(data.remove(line.table, line.row)))
          ? before - (await unitsOf(context, order, sku))
          : undefined,
      );
      if (units !== undefined && units >= fewest) used.push({ order, line, sku, units });
    }
  }
  return used;
}
