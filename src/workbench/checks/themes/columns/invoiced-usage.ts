/** Usage that counts the lines of orders and those of invoices counts what was invoiced of an order once. */
import { add, type Numeric } from '../../../../../engine/tools/index.ts';
import { plainName } from '../../core/column-names.ts';
import type { CheckContext } from '../../core/context.ts';
import { isEnded } from '../../core/document-states.ts';
import { type ErpData, isAccepted } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { numberOf } from '../../core/written-rows.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { skusIn, type UsedLine, unitsOf, usedLines } from './order-lines.ts';

const path = '/sales-orders/usage';

const invoicedName = /invoic|bill|factur|fakt|fatt|berechn/i;
/** What was invoiced, in contrast to what is to be invoiced. */
const doneName = /invoiced|billed|fakturiert|berechnet|facturad|fatturat/i;
const otherName = /price|preis|discount|rabatt|amount|betrag|value|total|date|day|uom|address|(^|_)(no|id|to)$/i;
/** Rows of other tables that are looked at until one counts. */
const mostOthers = 24;

/** Whether rows of another table than that of the order lines count, such as the lines of invoices: the units of their customer fall without them. */
export async function countsOthers(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  used: readonly UsedLine[],
): Promise<boolean> {
  const customerErpIds = new Set(await context.discovered.customerIds());
  const orderTables = new Set(used.map(({ line }) => line.table));
  const products = new Set(used.flatMap(({ line }) => rows.referredToBy(line)));
  const others = [...products].flatMap(rows.referringTo).filter(({ table }) => !orderTables.has(table));
  for (const record of spread([...new Set(others)], mostOthers)) {
    const near = [record, ...rows.referredToBy(record)].flatMap(({ row }) => Object.values(row));
    const customerErpId = near.find((value) => value !== null && customerErpIds.has(value));
    const [sku, ...more] = await skusIn(context, rows, [record]);
    if (!customerErpId || sku === undefined || more.length > 0) continue;
    const before = await unitsOf(context, { customerErpId }, sku);
    const isCounted = await data.undone(
      async () =>
        (await isAccepted(data.remove(record.table, record.row))) &&
        (await unitsOf(context, { customerErpId }, sku)) < before,
    );
    if (isCounted) return true;
  }
  return false;
}

/** The column with what was invoiced of an order line, and its value; undefined where the names say none, or several. */
function invoicedOf({ table, row }: ErpRow): readonly [column: string, invoiced: Numeric] | undefined {
  const isInvoiced = (name: string): boolean => invoicedName.test(name) && !otherName.test(name);
  const all = table.columns.filter(
    ({ name, type }) => (type === 'decimal' || type === 'integer') && isInvoiced(plainName(table, name)),
  );
  const [column, ...more] = all.length > 1 ? all.filter(({ name }) => doneName.test(name)) : all;
  const value = column && numberOf(row[column.name]);
  return column === undefined || value === undefined || more.length > 0 ? undefined : [column.name, value];
}

/** Whether a unit more that was invoiced of the line changes the usage. */
const isFollowed = (
  context: CheckContext,
  data: ErpData,
  { order, line, sku }: UsedLine,
  [column, invoiced]: readonly [string, Numeric],
): Promise<boolean> =>
  data.undone(async () => {
    const before = await unitsOf(context, order, sku);
    const isChanged = await isAccepted(data.update(line.table, line.row, { [column]: String(add(invoiced, 1)) }));
    return isChanged && (await unitsOf(context, order, sku)) !== before;
  });

export const invoicedUsage = rowsCheck({
  id: 'columns/invoiced-usage',
  path,
  title: 'usage that counts orders and invoices does not count again what was invoiced of an order',
  clause: 'contract 2, usage result',
  needs: [path, '/sales-orders/list', '/catalog/products/search'],
  async run(context, rows, data) {
    const used = await usedLines(context, data, rows, (order) => !isEnded(order));
    const open = used.flatMap((one) => {
      const invoiced = invoicedOf(one.line);
      return invoiced === undefined ? [] : [{ one, invoiced }];
    });
    const [first] = open;
    if (first === undefined || !(await countsOthers(context, data, rows, used)))
      notApplicable('usage counts no invoices, or no order line says how much of it was invoiced');
    for (const { one, invoiced } of open) if (await isFollowed(context, data, one, invoiced)) return;
    const { order, sku, line } = first.one;
    const message = `the lines of orders and of invoices count, and the usage of ${sku} by customer ${order.customerErpId} stays the same if ${line.table.name}.${first.invoiced[0]} of order ${order.soNumber} (${order.erpSoId}) rises by 1; so for ${open.length} lines`;
    fail('agreement', message, 'units');
  },
});
