/** One sync of all invoices, page by page, through the real service. */
import { lines, step, volatileEvery } from './database.ts';

interface Walk {
  /** Milliseconds of each page, in order. */
  readonly times: readonly number[];
  /** Ids in the order in which they came. */
  readonly ids: readonly number[];
  /** Invoices that came without all of their lines. */
  readonly torn: number;
}

interface Page {
  readonly invoices: readonly { readonly erpInvoiceId: string; readonly lines: readonly unknown[] }[];
  readonly hasMore: boolean;
}

/** Asks for one page; rejects where the answer is not 200. */
async function ask(baseUrl: string, key: string, page: number, limit: number): Promise<string> {
  const response = await fetch(`${baseUrl}/invoices/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', page, limit }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Page ${page} was answered with ${response.status}: ${text}`);
  return text;
}

/** Walks to the end, or through `most` pages. */
export async function walk(
  baseUrl: string,
  key: string,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Walk> {
  const times: number[] = [];
  const ids: number[] = [];
  let torn = 0;
  for (let page = 1; page <= most; page += 1) {
    const begin = performance.now();
    const text = await ask(baseUrl, key, page, limit);
    times.push(performance.now() - begin);
    const { invoices, hasMore }: Page = JSON.parse(text);
    for (const invoice of invoices) {
      const id = Number(invoice.erpInvoiceId);
      ids.push(id);
      // Invoice and lines of one that comes or goes this moment are read one after the other.
      if (isSteady(id) && invoice.lines.length !== lines) torn += 1;
    }
    if (!hasMore) break;
  }
  return { times, ids, torn };
}

/** True for the id of an invoice that nobody touches. */
const isSteady = (id: number): boolean => id % step === 0 && (id / step) % volatileEvery !== 0;

/** What is wrong with a walk of `count` invoices. */
export function walkFaults({ ids, torn }: Walk, count: number): readonly string[] {
  const seen = new Set(ids);
  let missing = 0;
  for (let n = 1; n <= count; n += 1) if (isSteady(n * step) && !seen.has(n * step)) missing += 1;
  const faults = [
    [missing, 'invoices that were there all the time did not come'],
    [ids.length - seen.size, 'invoices came twice'],
    [torn, 'invoices came without all of their lines'],
  ] as const;
  return faults.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
}

export const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
