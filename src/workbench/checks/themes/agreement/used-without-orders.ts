/** Credit used while a customer has no orders: what is left is the balance, or what is open. */
import type { Numeric } from '../../../../../engine/tools/index.ts';
import type { AnswerOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';
import { isAccepted } from '../../core/erp-data.ts';
import { spread } from '../../core/sample.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { readRows } from '../../metamorphic/rows.ts';

/** An order of /sales-orders/list. */
export type Order = AnswerOf<'/sales-orders/list'>['orders'][number];
/** A list of as many orders may have left some out. */
export const mostOrders = 100;
const mostEmptied = 8;

/** The credit used of some customers while the rows of their orders are removed. Empty where the rows of the ERP cannot be changed, or are not found. */
export async function usedWithoutOrders(
  context: CheckContext,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, Numeric>> {
  const data = context.fixture?.data;
  const left = new Map<string, Numeric>();
  if (data === undefined) return left;
  const rows = await readRows(data);
  const shown = (order: Order): Shown => ({ id: order.erpSoId, texts: [order.soNumber] });
  const place = placeOf(rows, orders.map(shown));
  if (place === undefined) return left;
  const byCustomer = [...Map.groupBy(orders, ({ customerErpId }) => customerErpId)];
  for (const [customerErpId, ordersOfCustomer] of spread(byCustomer, mostEmptied)) {
    const records = ordersOfCustomer.map((order) => rowAt(rows, place, shown(order)));
    const used = await data.undone(async () => {
      for (const record of records) {
        if (record === undefined) return undefined;
        for (const one of [...rows.referringTo(record), record]) await isAccepted(data.remove(one.table, one.row));
      }
      return (await context.ask('/credit/customer', { customerErpId })).creditUsed;
    });
    if (used !== undefined && used !== null) left.set(customerErpId, used);
  }
  return left;
}
