/** Defects of days: today, and the first and the last day of a period. */
import { changing, type Defect, jsonOf, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect, Run } from './defect.ts';
import { movedDay, text } from './rewrites.ts';

const statement = '/customer-statement/get';
const usage = '/sales-orders/usage';
const credit = '/credit/customer';
const orders = '/sales-orders/list';

/** Each further answer about a customer has less credit. */
function fadingCredit(): Defect {
  const times = new Map<unknown, number>();
  return changing(credit, (answer, { customerErpId }) => {
    const before = times.get(customerErpId) ?? 0;
    times.set(customerErpId, before + 1);
    return { ...answer, creditUsed: Number(answer.creditUsed) + before };
  });
}

const withoutLastDay = changing(statement, (answer, { periodEnd }) => {
  const lines = rowsOf(answer.lines).filter(({ date }) => date !== periodEnd);
  return { ...answer, lines, closingBalance: lines.at(-1)?.balance ?? answer.openingBalance };
});

const usageWithoutLastDay: Defect = async (call, forward) => {
  const { periodStart, periodEnd, ...request } = jsonOf(call.body);
  if (call.path !== usage || typeof periodEnd !== 'string') return forward(call);
  const isEmpty = text(periodStart) >= periodEnd;
  const end = isEmpty ? periodEnd : movedDay(periodEnd, -1);
  const reply = await forward({ ...call, body: JSON.stringify({ ...request, periodStart, periodEnd: end }) });
  return isEmpty ? { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), units: 0 }) } : reply;
};

/** A price that was agreed with a customer stays, also after its last day. */
function lastingPrice(): Defect {
  const agreed = new Map<string, object>();
  return changing('/pricing/resolve', (answer, { customerErpId, productErpId }) => {
    const pair = JSON.stringify([customerErpId, productErpId]);
    if (answer.source === 'customer price') agreed.set(pair, answer);
    return agreed.get(pair) ?? answer;
  });
}

/** A price is another one on its last day. */
const withoutLastDayOfPrice =
  ({ data }: Run): Defect =>
  async (call, forward) => {
    const reply = await forward(call);
    const table = (await data?.tables())?.find(({ name }) => name === 'customer_price');
    if (call.path !== '/pricing/resolve' || data === undefined || table === undefined) return reply;
    const { customerErpId, productErpId } = jsonOf(call.body);
    const rows = await data.rows(table, { account_no: text(customerErpId), item_id: text(productErpId) });
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
    if (!rows.some((row) => row.valid_to === today)) return reply;
    return { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), systemUnitPrice: 4711, source: 'price list' }) };
  };

/** A price from two pieces on is the price of one. */
const priceOfTwo =
  ({ data }: Run): Defect =>
  async (call, forward) => {
    const reply = await forward(call);
    const table = (await data?.tables())?.find(({ name }) => name === 'customer_price');
    if (call.path !== '/pricing/resolve' || data === undefined || table === undefined) return reply;
    const { customerErpId, productErpId } = jsonOf(call.body);
    const where = { account_no: text(customerErpId), item_id: text(productErpId), from_qty: '2' };
    const [row] = await data.rows(table, where);
    if (row === undefined) return reply;
    const price = { systemUnitPrice: Number(row.price), source: 'customer price' };
    return { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), ...price }) };
  };

export const timeDefects: readonly PlantedDefect[] = [
  {
    id: 'time/moved-today',
    path: credit,
    what: 'the credit used grows from request to request',
    rule: 'time',
    defect: fadingCredit,
  },
  {
    id: 'time/statement-days',
    path: statement,
    what: 'the last day of a period is left out',
    rule: 'period-days',
    defect: () => withoutLastDay,
  },
  {
    id: 'time/usage-days',
    path: usage,
    what: 'the last day of a period is left out',
    rule: 'period-days',
    defect: () => usageWithoutLastDay,
  },
  {
    id: 'time/price-days',
    path: '/pricing/resolve',
    what: 'the days of a price are ignored',
    rule: 'price-days',
    defect: lastingPrice,
  },
  {
    id: 'time/price-last-day',
    path: '/pricing/resolve',
    what: 'the last day of a price is left out',
    rule: 'price-days',
    defect: withoutLastDayOfPrice,
  },
  {
    id: 'time/as-of',
    path: statement,
    what: "the default of asOf is the machine's day",
    rule: 'time',
    defect: () => rewriting(statement, (request) => ({ asOf: new Date().toISOString().slice(0, 10), ...request })),
  },
  {
    id: 'time/order-day',
    path: '/sale-draft',
    what: 'orders are a day late',
    rule: 'time',
    defect: () =>
      changing(orders, (answer) => ({
        ...answer,
        orders: rowsOf(answer.orders).map((row) => ({ ...row, orderDate: movedDay(row.orderDate, 1) })),
      })),
  },
  {
    id: 'time/price-quantities',
    path: '/pricing/resolve',
    what: 'a price from two pieces on is the price of one',
    rule: 'line-prices',
    defect: priceOfTwo,
  },
];
