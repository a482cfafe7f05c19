/** Orders and usage know the same kinds of documents: a quotation, which is not listed as an order, is not counted as usage. */
import type { CheckContext } from '../../core/context.ts';
import { type DataRow, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { fail, lacks, notApplicable, reasonOf } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { type Place, placeOf, rowAt } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects } from '../../metamorphic/subjects.ts';
import { rowsCheck } from '../rows-check.ts';
import { codesAndKindsOf } from './codes.ts';
import { type Order, shownOrder, skusIn, unitsOf } from './order-lines.ts';

/** Orders that are tried until lines of one are counted, orders whose columns are changed, and changes of one order. */
const mostTries = 12;
const mostOrders = 2;
const mostChanges = 60;
/** A list of as many orders may have left some out. */
const largestList = 100;

/** An order with a line that counts as usage. */
interface Counted {
  readonly order: Order;
  readonly record: ErpRow;
  readonly lines: readonly ErpRow[];
  readonly sku: string;
  readonly units: number;
}

const isListed = async (context: CheckContext, { customerErpId, erpSoId }: Order): Promise<boolean> =>
  (await context.ask('/sales-orders/list', { customerErpId, limit: largestList })).orders.some(
    (one) => one.erpSoId === erpSoId,
  );

/** The order with a product whose usage falls when the order's lines are removed; undefined where there is none. */
async function counted(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  { order, record }: Pick<Counted, 'record'> & { readonly order: Pick<Order, 'customerErpId'> },
): Promise<Omit<Counted, 'order'> | undefined> {
  const lines = rows.referringTo(record);
  const before = new Map<string, number>();
  for (const sku of spread(await skusIn(context, rows, lines), mostTries)) {
    const units = await unitsOf(context, order, sku);
    if (units > 0) before.set(sku, units);
  }
  if (before.size === 0) return undefined;
  return data.undone(async () => {
    for (const { table, row } of lines) await isAccepted(data.remove(table, row));
    for (const [sku, units] of before)
      if ((await unitsOf(context, order, sku)) < units) return { record, lines, sku, units };
    return undefined;
  });
}

/**
 * Changes a column of the order, and of lines that repeat it. Returns whether that takes the order out of the list. Fails where it leaves the usage as
 * it was.
 */
async function judgeChange(
  context: CheckContext,
  data: ErpData,
  { order, record, lines, sku, units }: Counted,
  [name, value]: readonly [string, string],
): Promise<boolean> {
  const old = record.row[name];
  const change: DataRow = { [name]: value };
  if (!(await isAccepted(data.update(record.table, record.row, change)))) return false;
  for (const { table, row } of lines) if (row[name] === old) await isAccepted(data.update(table, row, change));
  // An answer that breaks the contract is the matter of other checks.
  if (await isListed(context, order)) return false;
  if ((await unitsOf(context, order, sku)) !== units) return true;
  const message = `order ${order.soNumber} (${order.erpSoId}) is not listed in /sales-orders/list while ${record.table.name}.${name} is ${value} (it was ${old}), and its quantities still count: the usage of ${sku} stays ${units}. Give the query of the usage the condition of the list`;
  return fail('agreement', message, 'units');
}

/** Fails if the lines of an order count as usage that the list does not have, such as a quotation with the same number. */
async function judgeUnlisted(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  place: Place,
  orders: readonly Order[],
): Promise<void> {
  const listed = new Set(orders.map((order) => rowAt(rows, place, shownOrder(order))));
  const ids = customerIds(rows, await findSubjects(context, rows));
  // Without the row of each listed order it is not known which rows are not listed.
  if (listed.has(undefined)) return;
  const unlisted = rows.inTable(place.table).filter((record) => !listed.has(record));
  for (const record of spread(unlisted, mostTries)) {
    const customerErpId = rows.referredToBy(record).flatMap((one) => ids.get(one) ?? [])[0];
    if (customerErpId === undefined) continue;
    const used = await counted(context, data, rows, { order: { customerErpId }, record });
    if (used === undefined) continue;
    const key = place.table.key.map((name) => record.row[name]).join(', ');
    const message = `${place.table.name} ${key} is not in /sales-orders/list, and its quantities count: without its lines the usage of ${used.sku} falls from ${used.units}. Give the query of the usage the condition of the list`;
    fail('agreement', message, 'units');
  }
}

export const ordersUsed = rowsCheck({
  id: 'columns/orders-used',
  path: '/sales-orders/usage',
  title: 'an order that /sales-orders/list leaves out, such as a quotation, is not counted',
  needs: ['/sales-orders/usage', '/sales-orders/list', '/catalog/products/search'],
  async run(context, rows, data) {
    const { orders } = await context.ask('/sales-orders/list', { limit: largestList });
    const place = placeOf(rows, orders.map(shownOrder));
    let judged = 0;
    let hasLeft = false;
    for (const order of spread(orders, mostTries)) {
      const record = place && rowAt(rows, place, shownOrder(order));
      if (record === undefined || judged === mostOrders || !(await isListed(context, order))) continue;
      const lines = await counted(context, data, rows, { order, record });
      if (lines === undefined) continue;
      const one = { ...lines, order };
      judged += 1;
      const changes = codesAndKindsOf(rows, record.table).flatMap(({ column: { name }, values }) =>
        values.flatMap((value) => (value === record.row[name] ? [] : [[name, value] as const])),
      );
      for (const change of changes.slice(0, mostChanges))
        await reasonOf(
          data.undone(async () => {
            if (await judgeChange(context, data, one, change)) hasLeft = true;
          }),
        );
    }
    if (place !== undefined && orders.length < largestList) await judgeUnlisted(context, data, rows, place, orders);
    if (judged === 0)
      lacks('an order whose row has the answered id as its key, with lines that count as usage', '/sales-orders/list');
    if (!hasLeft) notApplicable('no code that occurs in the table takes an order out of /sales-orders/list');
  },
});
