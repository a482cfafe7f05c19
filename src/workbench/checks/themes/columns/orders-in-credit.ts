/** Orders that credit used has a part of: none that is closed, and each in the currency of the credit. */
import { compare, type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { AnswerOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';
import { isEnded } from '../../core/document-states.ts';
import { type ErpData, isAccepted } from '../../core/erp-data.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { columnsWith, currenciesOfDocument } from '../../metamorphic/currencies.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { type Order, shownOrder } from './order-lines.ts';

const path = '/credit/customer';
type Credit = AnswerOf<typeof path>;

/** Orders of each state, and of each currency of a state, that are removed. */
const mostOfAKind = 3;

/** Names of columns with amounts that are converted into the currency of the company. */
const convertedName = /base|home|company|local|system|domestic|functional|haus|eigen|_lc$/i;

const creditOf = async (context: CheckContext, { customerErpId }: Order): Promise<Credit> =>
  context.ask(path, { customerErpId });

/** By how much credit used falls without the order and its lines. */
async function partOf(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  order: Order,
  record: ErpRow,
): Promise<Numeric> {
  const used = (await creditOf(context, order)).creditUsed;
  if (used === null) return 0;
  return data.undone(async () => {
    for (const { table, row } of [...rows.referringTo(record), record]) await isAccepted(data.remove(table, row));
    return subtract(used, (await creditOf(context, order)).creditUsed ?? used);
  });
}

export const ordersInCredit = rowsCheck({
  id: 'columns/orders-in-credit',
  path,
  title: 'an order that is closed or cancelled uses no credit, and one in another currency is converted',
  clause: 'contract 2, credit snapshot',
  needs: [path, '/sales-orders/list', '/catalog/customers/search'],
  async run(context, rows, data) {
    const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
    const place =
      placeOf(rows, orders.map(shownOrder)) ?? notPossible('no column of a table has the ids of the listed orders');
    const located = orders.flatMap((order) => {
      const record = rowAt(rows, place, shownOrder(order));
      return record === undefined ? [] : [{ order, record, currencies: currenciesOfDocument(rows, record) }];
    });
    const kinds = Map.groupBy(located, ({ order, currencies }) => JSON.stringify([order.status, ...currencies]));
    let using = 0;
    for (const { order, record, currencies } of [...kinds.values()].flatMap((all) => spread(all, mostOfAKind))) {
      const part = await partOf(context, data, rows, order, record);
      if (compare(part, 0) === 0) continue;
      using += 1;
      const { currency } = await creditOf(context, order);
      const what = `without order ${order.soNumber} (${order.erpSoId}) the credit used of customer ${order.customerErpId} falls by ${part} ${currency}`;
      if (isEnded(order)) fail('agreement', `${what}, and the order is listed as ${order.status}`, 'creditUsed');
      if (currencies.size === 0 || currencies.has(currency)) continue;
      const columns = columnsWith(record, part);
      const [first] = columns;
      const message = `${what}: that is ${first}, and the order is in ${[...currencies].join(', ')}`;
      if (first !== undefined && !columns.some((name) => convertedName.test(name)))
        fail('agreement', message, 'creditUsed');
    }
    if (using === 0) notApplicable('no listed order uses credit');
  },
});
