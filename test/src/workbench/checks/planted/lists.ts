/** Defects of the paged lists and of modifiedSince. */
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

const invoices = '/invoices/list';
const payments = '/payments/list';
const debtors = '/debtors/list';
const msPerHour = 3_600_000;

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

const shiftedSince = (ms: number): Defect =>
  rewriting(invoices, (request) =>
    typeof request.modifiedSince === 'string'
      ? { ...request, modifiedSince: new Date(Date.parse(request.modifiedSince) + ms).toISOString() }
      : request,
  );

/** Changes the rows of answers to requests with a modifiedSince that passes the test. */
const changedRows = (
  test: (since: string) => boolean,
  change: (rows: readonly object[]) => readonly object[],
): Defect =>
  changing(invoices, (answer, { modifiedSince }) =>
    typeof modifiedSince === 'string' && test(modifiedSince)
      ? { ...answer, invoices: change(rowsOf(answer.invoices)) }
      : answer,
  );

const daysSince = (since: string): number => (Date.now() - Date.parse(since)) / (24 * msPerHour);

/** Invoices that were paid are left out of the changes. */
function paidInvoicesAreNoChange(): Defect {
  const paid = new Set<unknown>();
  return async (call, forward) => {
    const reply = await forward(call);
    if (call.path === '/payments/push') paid.add(jsonOf(call.body).erpInvoiceId);
    if (call.path !== invoices || jsonOf(call.body).modifiedSince === undefined) return reply;
    const answer = jsonOf(reply.body);
    const rows = rowsOf(answer.invoices).filter(({ erpInvoiceId }) => !paid.has(erpInvoiceId));
    return { ...reply, body: JSON.stringify({ ...answer, invoices: rows }) };
  };
}

/** What changed within the second of modifiedSince is left out. */
function exclusiveSince(): Defect {
  const changed = new Map<unknown, number>();
  const second = (ms: number): number => Math.floor(ms / 1_000);
  return async (call, forward) => {
    const arrived = second(Date.now());
    const reply = await forward(call);
    const [request, answer] = [jsonOf(call.body), jsonOf(reply.body)];
    if (call.path === '/invoices/push') changed.set(answer.erpInvoiceId, arrived);
    if (call.path !== invoices || typeof request.modifiedSince !== 'string') return reply;
    const since = second(Date.parse(request.modifiedSince));
    const rows = rowsOf(answer.invoices).filter(({ erpInvoiceId }) => changed.get(erpInvoiceId) !== since);
    return { ...reply, body: JSON.stringify({ ...answer, invoices: rows }) };
  };
}

/** What is outstanding stays what it was when the invoice was first listed. */
function staleOutstanding(): Defect {
  const first = new Map<unknown, unknown>();
  return changing(invoices, (answer) => ({
    ...answer,
    invoices: rowsOf(answer.invoices).map((row) => {
      if (!first.has(row.erpInvoiceId)) first.set(row.erpInvoiceId, row.amountOutstanding);
      return { ...row, amountOutstanding: first.get(row.erpInvoiceId) };
    }),
  }));
}

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
  {
    id: 'modifiedSince/extremes',
    path: invoices,
    what: 'the first sync lacks invoices',
    rule: 'modified-since',
    defect: () =>
      changedRows(
        (since) => since.startsWith('1990'),
        (rows) => rows.slice(1),
      ),
  },
  {
    id: 'modifiedSince/extremes',
    path: invoices,
    what: 'a time in the future is ignored',
    rule: 'full-set',
    defect: () =>
      rewriting(invoices, ({ modifiedSince, ...request }) =>
        typeof modifiedSince === 'string' && modifiedSince < '2100' ? { ...request, modifiedSince } : request,
      ),
  },
  {
    id: 'modifiedSince/forms',
    path: invoices,
    what: 'offsets are ignored',
    rule: 'modified-since',
    defect: () =>
      rewriting(invoices, (request) =>
        typeof request.modifiedSince === 'string' && /[+-]\d\d:\d\d$/.test(request.modifiedSince)
          ? { ...request, modifiedSince: '1990-01-01T00:00:00Z' }
          : request,
      ),
  },
  {
    id: 'modifiedSince/monotony',
    path: invoices,
    what: 'invoices of the last days are missing from older times',
    rule: 'modified-since',
    defect: () =>
      changedRows(
        (since) => daysSince(since) > 100,
        () => [],
      ),
  },
  {
    id: 'modifiedSince/pages',
    path: invoices,
    what: 'the second page of a part leaves a row out',
    rule: 'paging',
    defect: () =>
      changing(invoices, (answer, { modifiedSince, page }) =>
        modifiedSince !== undefined && page === 2 && rowsOf(answer.invoices).length > 1
          ? { ...answer, invoices: rowsOf(answer.invoices).slice(1) }
          : answer,
      ),
  },
  {
    id: 'modifiedSince/boundary',
    path: invoices,
    what: 'changes are missing for an hour',
    rule: 'modified-since',
    defect: () => shiftedSince(msPerHour),
  },
  {
    id: 'modifiedSince/boundary',
    path: invoices,
    what: 'changes come again for an hour',
    rule: 'modified-since',
    defect: () => shiftedSince(-msPerHour),
  },
  {
    id: 'modifiedSince/daylight-saving',
    path: invoices,
    what: 'in winter the offset of summer is used',
    rule: 'modified-since',
    defect: () =>
      rewriting(invoices, (request) => {
        if (typeof request.modifiedSince !== 'string') return request;
        const at = new Date(request.modifiedSince);
        const isWinter =
          at.getUTCMonth() < 2 ||
          at.getUTCMonth() > 9 ||
          (at.getUTCMonth() === 9 && at.getUTCDate() > 24) ||
          (at.getUTCMonth() === 2 && at.getUTCDate() < 31);
        return isWinter ? { ...request, modifiedSince: new Date(at.getTime() + msPerHour).toISOString() } : request;
      }),
  },
  {
    id: 'modifiedSince/dated-payment',
    path: invoices,
    what: 'a payment is not a change of its invoice',
    rule: 'modified-since',
    defect: paidInvoicesAreNoChange,
  },
  {
    id: 'modifiedSince/pushed-now',
    path: invoices,
    what: 'the second of modifiedSince is left out',
    rule: 'modified-since',
    defect: exclusiveSince,
  },
  {
    id: 'modifiedSince/pushed-now',
    path: invoices,
    what: 'totals are listed in cents',
    rule: 'listed',
    defect: () =>
      changing(invoices, (answer) => ({
        ...answer,
        invoices: rowsOf(answer.invoices).map((row) => ({
          ...row,
          amountTotal: Math.round(Number(row.amountTotal) * 100),
        })),
      })),
  },
  {
    id: 'modifiedSince/paid-now',
    path: invoices,
    what: 'a payment does not lower what is outstanding',
    rule: 'listed',
    defect: staleOutstanding,
  },
];
