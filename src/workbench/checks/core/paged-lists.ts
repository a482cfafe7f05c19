/** The paged lists, read as the platform reads them: page 1, 2, 3 while `hasMore` is true. */
import type { AnswerOf, Path } from '../../../contract/types.ts';
import type { Body, Requests } from './requests.ts';

export type PagedPath = '/debtors/list' | '/invoices/list' | '/payments/list';
export type Invoice = AnswerOf<'/invoices/list'>['invoices'][number];
export type Payment = AnswerOf<'/payments/list'>['payments'][number];

/** The three import lists of the receivables app (contract 4). */
export const isPaged = (path: Path): path is PagedPath =>
  path === '/debtors/list' || path === '/invoices/list' || path === '/payments/list';

/** One page: the ids of its rows. */
export interface Page {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** The rows of a list. `complete` is false where the list has more pages than may be read. */
export interface Walked<T> {
  readonly rows: readonly T[];
  readonly complete: boolean;
}

type Ask = Pick<Requests, 'ask'>;

/** A row of a list: its id, and all of it as JSON. */
export interface ListedRow {
  readonly id: string;
  readonly text: string;
}

const rowOf = (id: string, row: object): ListedRow => ({ id, text: JSON.stringify(row) });

async function readRows(
  { ask }: Ask,
  path: PagedPath,
  body: Body,
): Promise<{ readonly rows: readonly ListedRow[]; readonly hasMore: boolean }> {
  switch (path) {
    case '/debtors/list': {
      const { debtors, hasMore } = await ask(path, body);
      return { rows: debtors.map((row) => rowOf(row.erpDebtorId, row)), hasMore };
    }
    case '/invoices/list': {
      const { invoices, hasMore } = await ask(path, body);
      return { rows: invoices.map((row) => rowOf(row.erpInvoiceId, row)), hasMore };
    }
    case '/payments/list': {
      const { payments, hasMore } = await ask(path, body);
      return { rows: payments.map((row) => rowOf(row.erpPaymentId, row)), hasMore };
    }
  }
}

/** The ids of one page in their order. Fails the check where the answer is not 200. */
export async function readPage(ask: Ask, path: PagedPath, body: Body): Promise<Page> {
  const { rows, hasMore } = await readRows(ask, path, body);
  return { ids: rows.map(({ id }) => id), hasMore };
}

export interface Walk {
  readonly path: PagedPath;
  readonly body: Body;
  readonly maxPages: number;
  /** Runs before every page but the first. `soFar`: the ids of the pages before. */
  readonly between?: (soFar: readonly string[]) => Promise<void>;
}

/** All rows of a list, in their order. */
export async function walkRows(ask: Ask, { path, body, maxPages, between }: Walk): Promise<Walked<ListedRow>> {
  const rows: ListedRow[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    if (page > 1) await between?.(rows.map(({ id }) => id));
    const read = await readRows(ask, path, { ...body, page });
    rows.push(...read.rows);
    if (!read.hasMore) return { rows, complete: true };
  }
  return { rows, complete: false };
}

/** The ids of all rows of a list, in their order. */
export async function walkIds(ask: Ask, walk: Walk): Promise<Walked<string>> {
  const { rows, complete } = await walkRows(ask, walk);
  return { rows: rows.map(({ id }) => id), complete };
}

/** All invoices as they are now. */
export async function walkInvoices({ ask }: Ask, body: Body, maxPages: number): Promise<Walked<Invoice>> {
  const rows: Invoice[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { invoices, hasMore } = await ask('/invoices/list', { ...body, page });
    rows.push(...invoices);
    if (!hasMore) return { rows, complete: true };
  }
  return { rows, complete: false };
}

/** All payments as they are now. */
export async function walkPayments({ ask }: Ask, body: Body, maxPages: number): Promise<Walked<Payment>> {
  const rows: Payment[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { payments, hasMore } = await ask('/payments/list', { ...body, page });
    rows.push(...payments);
    if (!hasMore) return { rows, complete: true };
  }
  return { rows, complete: false };
}
