/** Defects of the paged lists. */
import {
  type Call,
  changing,
  type Defect,
  errorReply,
  jsonOf,
  type Reply,
  rewriting,
  rowsOf,
} from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { sinceDefects } from './modified-since.ts';

const invoices = '/invoices/list';
const payments = '/payments/list';
const debtors = '/debtors/list';

type Forward = (call: Call) => Promise<Reply>;

/** All rows of a list, as the correct service gives them now. */
async function allRows(call: Call, forward: Forward, property: string): Promise<readonly object[]> {
  const rows: object[] = [];
  const { page: _page, limit: _limit, ...request } = jsonOf(call.body);
  for (let page = 1, more = true; more; page += 1) {
    const reply = await forward({ ...call, body: JSON.stringify({ ...request, page, limit: 500 }) });
    const answer = jsonOf(reply.body);
    rows.push(...rowsOf(answer[property]));
    more = answer.hasMore === true;
  }
  return rows;
}

/** Cuts the pages of a list out of all its rows: `offset` is the number of rows before a page. */
const pagesBy =
  (path: string, property: string, offset: (page: number, limit: number) => number): Defect =>
  async (call, forward) => {
    const { page, limit } = jsonOf(call.body);
    if (call.path !== path || typeof page !== 'number' || typeof limit !== 'number') return forward(call);
    const reply = await forward(call);
    if (reply.status !== 200) return reply;
    const rows = await allRows(call, forward, property);
    const from = offset(page, Math.min(limit, 500));
    const hasMore = from + limit < rows.length;
    return {
      ...reply,
      body: JSON.stringify({ schemaVersion: '1', [property]: rows.slice(from, from + limit), hasMore }),
    };
  };

export const listDefects: readonly PlantedDefect[] = [
  {
    id: 'paging/any-page-size',
    path: payments,
    what: 'each page leaves a row out',
    rule: 'paging',
    defect: () => pagesBy(payments, 'payments', (page, limit) => (page - 1) * (limit + 1)),
  },
  {
    id: 'paging/any-page-size',
    path: payments,
    what: 'each page repeats the last row of the page before',
    rule: 'paging',
    defect: () => pagesBy(payments, 'payments', (page, limit) => (page - 1) * Math.max(1, limit - 1)),
  },
  {
    id: 'paging/any-page-size',
    path: invoices,
    what: 'lines of an invoice are cut in small pages',
    rule: 'paging',
    defect: () =>
      changing(invoices, (answer, { limit }) => ({
        ...answer,
        invoices: rowsOf(answer.invoices).map((row) => ({
          ...row,
          lines: limit === 500 ? row.lines : rowsOf(row.lines).slice(0, 1),
        })),
      })),
  },
  {
    id: 'paging/has-more',
    path: debtors,
    what: 'hasMore is true on the last page',
    rule: 'has-more',
    defect: () =>
      changing(debtors, (answer, { limit }) => ({
        ...answer,
        hasMore: answer.hasMore === true || (Number(limit) < 500 && rowsOf(answer.debtors).length > 0),
      })),
  },
  {
    id: 'paging/defaults',
    path: payments,
    what: 'the default limit is 50',
    rule: 'paging',
    defect: () => rewriting(payments, (request) => ({ limit: 50, ...request })),
  },
  {
    id: 'paging/defaults',
    path: payments,
    what: 'a limit over the maximum is refused',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === payments && Number(jsonOf(call.body).limit) > 500
        ? errorReply(422, 'VALIDATION_FAILED', 'limit')
        : forward(call),
  },
  {
    id: 'paging/while-records-change',
    path: debtors,
    what: 'pages are cut by the place of a row',
    rule: 'paging',
    defect: () => pagesBy(debtors, 'debtors', (page, limit) => (page - 1) * limit),
  },
  {
    id: 'paging/payments-of-invoices',
    path: payments,
    what: 'payments do not name an invoice',
    rule: 'missing-field',
    defect: () =>
      changing(payments, (answer) => ({
        ...answer,
        payments: rowsOf(answer.payments).map(({ erpInvoiceId: _invoice, ...row }) => row),
      })),
  },
  ...sinceDefects,
];
