/** Defects that a change of the ERP's rows shows: answers that depend on rows which they are not about. */
import { type Call, type Defect, jsonOf, rowsOf } from '../defective-service.ts';
import type { PlantedDefect, Run } from './defect.ts';

const credit = '/credit/customer';
const prices = '/pricing/resolve';

/** Answers credit used that another answer changes. */
function creditBy(
  other: (call: Call) => Pick<Call, 'path' | 'body'>,
  change: (used: number, rows: number) => number,
): Defect {
  return async (call, forward) => {
    const reply = await forward(call);
    if (call.path !== credit || reply.status !== 200) return reply;
    const rows = rowsOf(jsonOf((await forward({ ...call, ...other(call) })).body).hits).length;
    const answer = jsonOf(reply.body);
    return { ...reply, body: JSON.stringify({ ...answer, creditUsed: change(Number(answer.creditUsed), rows) }) };
  };
}

const ofAll = creditBy(
  () => ({ path: '/catalog/customers/search', body: '{"schemaVersion":"1","limit":500}' }),
  (used, customers) => used + customers,
);

const timesAddresses = creditBy(
  ({ body }) => ({
    path: '/catalog/customers/addresses',
    body: JSON.stringify({ schemaVersion: '1', customerId: jsonOf(body).customerErpId }),
  }),
  (used, addresses) => (Math.round(used) + 1) * Math.max(1, addresses),
);

const planted = (name: string, what: string, defect: Defect): PlantedDefect => ({
  ...{ id: `unrelated rows/${name}`, path: credit, rule: 'unrelated-rows', what, defect: () => defect },
});

/** A customer without a price of its own gets that of another customer. */
const priceOfOthers =
  ({ data }: Run): Defect =>
  async (call, forward) => {
    const reply = await forward(call);
    const table = (await data?.tables())?.find(({ name }) => name === 'customer_price');
    if (call.path !== prices || reply.status !== 200 || data === undefined || table === undefined) return reply;
    const { customerErpId, productErpId } = jsonOf(call.body);
    const rows = await data.rows(table, { item_id: String(productErpId) });
    const [other] = rows.some((row) => row.account_no === customerErpId) ? [] : rows;
    if (other === undefined) return reply;
    return { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), systemUnitPrice: Number(other.price) }) };
  };

export const unrelatedRowDefects: readonly PlantedDefect[] = [
  planted('other-customer', 'credit is used by all customers together', ofAll),
  planted('further-rows', 'a join of the addresses repeats what is open', timesAddresses),
  {
    ...{ id: 'unrelated rows/other-prices', path: prices, rule: 'unrelated-rows', defect: priceOfOthers },
    what: 'a customer without a special price gets that of another',
  },
];
