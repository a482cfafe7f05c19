/** The invoices that changed since a time, as /invoices/list gives them. */
import type { CheckContext } from './context.ts';
import { notTested } from './outcome.ts';
import { type Invoice, walkInvoices } from './paged-lists.ts';

/** ISO 8601 in UTC. */
export const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Ends the check as not tested where there are more pages than may be read. */
export async function changedSince(context: CheckContext, modifiedSince?: string): Promise<readonly Invoice[]> {
  const { largestPage, maxPages } = context.settings;
  const since = modifiedSince === undefined ? {} : { modifiedSince };
  const body = { limit: largestPage('/invoices/list'), ...since };
  const { rows, complete } = await walkInvoices(context, body, maxPages);
  return complete ? rows : notTested(`the list has more than ${maxPages} pages`);
}

/** Their ids, in the order of the list. */
export const idsChangedSince = async (context: CheckContext, modifiedSince?: string): Promise<readonly string[]> =>
  (await changedSince(context, modifiedSince)).map(({ erpInvoiceId }) => erpInvoiceId);
