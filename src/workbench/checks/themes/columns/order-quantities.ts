/** The usage of a product is the quantity of the ERP's order lines, on the day of the order, without the lines of cancelled orders. */
import { toDecimalText } from '../../../../../engine/tools/index.ts';
import { demand, fail, lacks, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import type { Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { countsOthers } from './invoiced-usage.ts';
import { type Order, type UsedLine, usedLines } from './order-lines.ts';

const path = '/sales-orders/usage';
const needs = [path, '/sales-orders/list', '/catalog/products/search'] as const;
const base = { path, clause: 'contract 2, usage result', needs } as const;

/** Lines that show a factor at least, and the smallest quantity that distinguishes factors: the usage is rounded up. */
const fewestShown = 3;
const leastQuantity = 2;
const factors = [10, 100, 1000] as const;

/** How units differ from the quantity of a column; undefined for a difference without a name. */
function difference(units: number, quantity: number): string | undefined {
  const isAbout = (wanted: number): boolean => Math.abs(units - wanted) < 1;
  if (isAbout(quantity)) return 'same';
  const times = factors.find((factor) => isAbout(quantity * factor));
  if (times !== undefined) return `${times} times`;
  if (units === 1) return 'always 1, and not';
  const parts = factors.find((factor) => quantity >= factor * leastQuantity && isAbout(quantity / factor));
  return parts === undefined ? undefined : `1/${parts} of`;
}

interface Seen {
  readonly used: UsedLine;
  readonly quantity: number;
  readonly how: string | undefined;
}

/** The columns of order lines with numbers, each with its quantities; keys and references are none. */
function quantityColumns(used: readonly UsedLine[]): ReadonlyMap<string, readonly Seen[]> {
  const seen = used.flatMap((one) => {
    const { table, row } = one.line;
    const fixed = new Set([table.key, ...table.references.map(({ columns }) => columns)].flat());
    return table.columns
      .filter(({ name, type }) => !fixed.has(name) && (type === 'decimal' || type === 'integer'))
      .flatMap(({ name }) => {
        const quantity = Number(toDecimalText(row[name] ?? '') ?? 0);
        const how = difference(one.units, quantity);
        return quantity < leastQuantity ? [] : [{ name: `${table.name}.${name}`, used: one, quantity, how }];
      });
  });
  return Map.groupBy(seen, ({ name }) => name);
}

/** Whether the product or the unit of a line has a number that explains a factor: pieces in a box. */
const isExplained = (rows: Rows, { line }: UsedLine, how: string): boolean =>
  factors.some(
    (factor) =>
      how.includes(String(factor)) &&
      [line, ...rows.referredToBy(line)].some(({ row }) =>
        Object.values(row).some((value) => Number(value) === factor),
      ),
  );

export const usedQuantities = rowsCheck({
  ...base,
  id: 'columns/used-quantities',
  title:
    "an order line adds the quantity of the ERP's row, and not ten, a hundred or a thousand times as much, or always 1",
  async run(context, rows, data) {
    const used = await usedLines(context, data, rows, () => true);
    const columns = [...quantityColumns(used)];
    const isHalf = (count: number): boolean => count * 2 >= used.length;
    const isRight = columns.some(([, seen]) => {
      const same = seen.filter(({ how }) => how === 'same').length;
      return same > 0 && isHalf(same);
    });
    if (isRight) return;
    for (const [name, all] of columns) {
      const seen = all.filter(({ how }) => how !== undefined);
      const [first] = seen;
      if (first?.how === undefined || !isHalf(seen.length) || seen.some(({ how }) => how !== first.how)) continue;
      if (
        new Set(seen.map(({ quantity }) => quantity)).size < fewestShown ||
        seen.every(({ used: one, how = '' }) => isExplained(rows, one, how))
      )
        continue;
      const { order, sku, units } = first.used;
      const message = `without its line in order ${order.soNumber} (${order.erpSoId}) the usage of ${sku} falls by ${units}: that is ${first.how} ${name}, which is ${first.quantity}; so for ${seen.length} of ${used.length} lines`;
      fail('erp-amounts', message, 'units');
    }
    if (used.length < fewestShown) lacks('three lines of listed orders that count as usage', path);
    notApplicable(
      'no column of the order lines has the quantities that count: the ERP may count what is left to deliver',
    );
  },
});

const isCancelled = ({ status }: Order): boolean => /cancel|void|storn|annul|reject/i.test(status);

export const cancelledOrders = rowsCheck({
  ...base,
  id: 'columns/cancelled-orders',
  title: 'the quantities of an order that is listed as cancelled are not counted',
  async run(context, rows, data) {
    const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
    if (!orders.some(isCancelled)) notApplicable('no order is listed as cancelled');
    const [one] = await usedLines(context, data, rows, isCancelled);
    const message = `order ${one?.order.soNumber} (${one?.order.erpSoId}) is listed as ${one?.order.status}, and without its line the usage of ${one?.sku} falls by ${one?.units}`;
    demand(one === undefined, 'agreement', message, 'units');
  },
});

/** Whether an order is done: delivered and invoiced, and not cancelled. */
const isCompleted = ({ status }: Order): boolean => /^(closed|completed?|done|finished|invoiced|billed)$/i.test(status);

/** Lines whose day is asked. */
const mostDays = 4;

export const usageOnDay = rowsCheck({
  ...base,
  id: 'columns/usage-on-day',
  title:
    'the line of an order counts on the day that /sales-orders/list has for the order, also once the order is done',
  async run(context, rows, data) {
    const used = spread(await usedLines(context, data, rows, () => true), mostDays);
    for (const { order, sku, units } of used) {
      const { customerErpId, orderDate: day } = order;
      const body = { customerErpId, sku, periodStart: day, periodEnd: day };
      const ofDay = (await context.ask(path, body)).units;
      const message = `order ${order.soNumber} (${order.erpSoId}) of ${day} has ${units} of ${sku}, and the usage of that day is ${ofDay}: the query selects by another date`;
      // The usage is rounded up, also that of all other lines.
      demand(ofDay >= units - 1, 'agreement', message, 'units');
    }
    if (used.length === 0) lacks('a listed order with a line that counts as usage', '/sales-orders/list');
    const completed = await usedLines(context, data, rows, isCompleted, 0);
    const [first] = completed;
    if (first === undefined || completed.length < fewestShown || completed.some(({ units }) => units > 0)) return;
    if (await countsOthers(context, data, rows, used)) return;
    const message = `the lines of orders count, and not those of order ${first.order.soNumber} (${first.order.erpSoId}), which is listed as ${first.order.status}; so for ${completed.length} lines of such orders: what was ordered and delivered is usage, too`;
    fail('agreement', message, 'units');
  },
});
