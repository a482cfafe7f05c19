/** The invoices that changed since a time, as /invoices/list gives them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckContext } from './context.ts';
import { overLimit } from './outcome.ts';
import { type Invoice, walkList } from './paged-lists.ts';

const msPerSecond = 1_000;

/** ISO 8601 in UTC. */
export const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Ends the check as not tested where there are more pages than may be read. */
export async function changedSince(context: CheckContext, modifiedSince?: string): Promise<readonly Invoice[]> {
  const { largestPage, maxPages } = context.settings;
  const since = modifiedSince === undefined ? {} : { modifiedSince };
  const body = { limit: largestPage('/invoices/list'), ...since };
  const { rows, complete } = await walkList(context, { path: '/invoices/list', body, maxPages });
  return complete ? rows : overLimit(`/invoices/list has more than ${maxPages} pages`);
}

/** Their ids, in the order of the list. */
export const idsChangedSince = async (context: CheckContext, modifiedSince?: string): Promise<readonly string[]> =>
  (await changedSince(context, modifiedSince)).map(({ erpInvoiceId }) => erpInvoiceId);

/**
 * Waits for a second to begin, so that what follows happens within it, and returns that second. Where the clock of the service is behind, it
 * is the service's: the contract does not demand equal clocks.
 */
export async function nextSecond(context: CheckContext): Promise<string> {
  const { now } = context;
  await pause(msPerSecond - (now() % msPerSecond));
  const { headers } = await context.send('/health', {});
  const behind = now() - Date.parse(headers.get('date') ?? '');
  const skew = behind > 2 * msPerSecond ? behind : 0;
  if (skew > 0) context.note(`The clock of the service is ${Math.round(skew / msPerSecond)} s behind this machine's.`);
  return instantOf(Math.floor((now() - skew) / msPerSecond) * msPerSecond);
}
