/** Defects of modifiedSince in the list of invoices. */
import { changing, type Defect, jsonOf, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';

const invoices = '/invoices/list';
const msPerHour = 3_600_000;

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

export const sinceDefects: readonly PlantedDefect[] = [
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
