/** Defects that a change of the ERP's rows shows: answers that depend on rows which they are not about. */
import type { Path } from '../../../../../src/contract/index.ts';
import { type Call, changing, type Defect, jsonOf, rowsOf } from '../defective-service.ts';
import type { PlantedDefect, Run } from './defect.ts';

const credit = '/credit/customer';
const invoices = '/invoices/list';
const usage = '/sales-orders/usage';
const prices = '/pricing/resolve';

/** Answers a figure that the number of rows of another answer changes. */
function changedBy(
  [path, member]: readonly [path: string, member: string],
  other: (call: Call) => Pick<Call, 'path' | 'body'>,
  change: (figure: number, rows: number) => number,
): Defect {
  return async (call, forward) => {
    const reply = await forward(call);
    if (call.path !== path || reply.status !== 200) return reply;
    const rows = rowsOf(jsonOf((await forward({ ...call, ...other(call) })).body).hits).length;
    const answer = jsonOf(reply.body);
    return { ...reply, body: JSON.stringify({ ...answer, [member]: change(Number(answer[member]), rows) }) };
  };
}

const addressesOf = ({ body }: Call): Pick<Call, 'path' | 'body'> => ({
  path: '/catalog/customers/addresses',
  body: JSON.stringify({ schemaVersion: '1', customerId: jsonOf(body).customerErpId }),
});

const ofAll = changedBy(
  [credit, 'creditUsed'],
  () => ({ path: '/catalog/customers/search', body: '{"schemaVersion":"1","limit":500}' }),
  (used, customers) => used + customers,
);

/** A number that a copied customer gets: those of the fixture end in other digits. */
const ofNewNumbers = changing(credit, (answer, { customerErpId }) =>
  String(customerErpId).endsWith('999') ? { ...answer, creditUsed: Number(answer.creditUsed) + 12.35 } : answer,
);

/** Lines behind the first 50 of an invoice are lost. */
const fewLines = changing(invoices, (answer) => ({
  ...answer,
  invoices: rowsOf(answer.invoices).map((row) => ({ ...row, lines: rowsOf(row.lines).slice(0, 50) })),
}));

const creditTimesAddresses = changedBy(
  [credit, 'creditUsed'],
  addressesOf,
  (used, addresses) => (Math.round(used) + 1) * Math.max(1, addresses),
);

const usageTimesAddresses = changedBy(
  [usage, 'units'],
  addressesOf,
  (units, addresses) => units * Math.max(1, addresses),
);

const planted = (name: string, path: Path, what: string, defect: Defect): PlantedDefect => ({
  ...{ id: `unrelated rows/${name}`, path, rule: 'unrelated-rows', what, defect: () => defect },
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
  planted('other-customer', credit, 'credit is used by all customers together', ofAll),
  planted('other-customer', credit, 'customers with new numbers have another credit', ofNewNumbers),
  planted('further-rows', credit, 'a join of the addresses repeats what is open', creditTimesAddresses),
  planted('further-rows', usage, 'a join of the addresses repeats the quantities', usageTimesAddresses),
  planted('many-lines', invoices, 'an invoice has 50 lines at most', fewLines),
  {
    ...{ id: 'unrelated rows/other-prices', path: prices, rule: 'unrelated-rows', defect: priceOfOthers },
    what: 'a customer without a special price gets that of another',
  },
];
