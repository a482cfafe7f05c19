/** What order lines say of deliveries: a delivered order has nothing left to deliver, and usage is what was ordered. */
import { compare, type Numeric } from '../../../../../engine/tools/index.ts';
import { plainName } from '../../core/column-names.ts';
import { isEnded } from '../../core/document-states.ts';
import type { DataTable } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { numberOf } from '../../core/written-rows.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import type { ErpRow } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { shownOrder, usedLines } from './order-lines.ts';

const clause = 'contract 2, usage result';

const deliveredName = /sent|deliver|ship(p|$|_)|geliefert|livre|envia|entregad|evas|spediert/i;
const quantityName = /qty|quant|menge|qte|cantidad|anzahl|pieces|ordered|bestellt/i;
const otherName =
  /bill|invoic|factur|fakt|fatt|cancel|storn|return|reserv|open|left|outst|backord|offen|price|preis|date|day|cost|ratio|uom|unit|(^|_)id$/i;

/** An order line with the quantities of two columns of its table. */
interface Delivery {
  readonly ordered: Numeric;
  readonly delivered: Numeric;
  /** `line.qty_sent`. */
  readonly column: string;
}

/** The column of a table with what was delivered, and the one with what was ordered; undefined where the names do not say so. */
function quantitiesOf(table: DataTable): readonly [ordered: string, delivered: string] | undefined {
  const named = table.columns.flatMap(({ name, type }) => {
    const shortName = plainName(table, name);
    return (type === 'decimal' || type === 'integer') && !otherName.test(shortName) ? [{ name, shortName }] : [];
  });
  const delivered = named.flatMap(({ name, shortName }) => (deliveredName.test(shortName) ? [name] : []));
  const ordered = named.flatMap(({ name, shortName }) =>
    quantityName.test(shortName) && !deliveredName.test(shortName) ? [name] : [],
  );
  const [one, other] = [ordered[0], delivered[0]];
  return one === undefined || other === undefined || ordered.length > 1 || delivered.length > 1
    ? undefined
    : [one, other];
}

function deliveryOf({ table, row }: ErpRow): Delivery | undefined {
  const [ordered = '', delivered = ''] = quantitiesOf(table) ?? [];
  const [all, sent] = [numberOf(row[ordered]), numberOf(row[delivered])];
  return all === undefined || sent === undefined
    ? undefined
    : { ordered: all, delivered: sent, column: `${table.name}.${delivered}` };
}

const isPartial = ({ ordered, delivered }: Delivery): boolean => compare(delivered, ordered) < 0;

const saysDelivered = (status: string): boolean =>
  /deliver|shipp|fulfil/i.test(status) && !/part|not|un|to_|to be|await/i.test(status);

export const deliveredOrders = rowsCheck({
  clause,
  id: 'columns/delivered-orders',
  path: '/sales-orders/list',
  title: 'an order that is listed as delivered has no line of which less was delivered than ordered',
  needs: ['/sales-orders/list'],
  async run(context, rows) {
    const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
    const place = placeOf(rows, orders.map(shownOrder));
    let isShown = false;
    for (const order of orders.filter(({ status }) => saysDelivered(status))) {
      const record = place && rowAt(rows, place, shownOrder(order));
      for (const line of record === undefined ? [] : rows.referringTo(record)) {
        const delivery = deliveryOf(line);
        isShown ||= delivery !== undefined;
        if (delivery === undefined || !isPartial(delivery)) continue;
        const { column, delivered, ordered } = delivery;
        const message = `order ${order.soNumber} (${order.erpSoId}) is ${order.status}, and ${column} of a line is ${delivered} of ${ordered}`;
        fail('agreement', message, 'status');
      }
    }
    if (!isShown) notApplicable('no order is listed as delivered whose lines say what was delivered');
  },
});

/** Lines that show that usage follows the delivered quantity. */
const fewestLines = 2;

export const orderedUsage = rowsCheck({
  clause,
  id: 'columns/ordered-usage',
  path: '/sales-orders/usage',
  title: 'usage is the ordered quantity of a line, and not what was delivered of it',
  needs: ['/sales-orders/usage', '/sales-orders/list', '/catalog/products/search'],
  async run(context, rows, data) {
    const used = await usedLines(context, data, rows, (order) => !isEnded(order), 0);
    const partial = used.flatMap((one) => {
      const delivery = deliveryOf(one.line);
      return delivery !== undefined && isPartial(delivery) ? [{ ...one, ...delivery }] : [];
    });
    const wrong = partial.filter(({ units, delivered }) => compare(units, delivered) === 0);
    const [first] = wrong;
    if (first !== undefined && wrong.length >= fewestLines && wrong.length === partial.length) {
      const { order, sku, units, ordered, column } = first;
      const message = `without its line in order ${order.soNumber} (${order.erpSoId}) the usage of ${sku} falls by ${units}: that is ${column}, and ${ordered} were ordered; so for ${wrong.length} lines`;
      fail('agreement', message, 'units');
    }
    if (partial.length < fewestLines)
      notApplicable('no two lines of open orders have a quantity that is not delivered');
  },
});
