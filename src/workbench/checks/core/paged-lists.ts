/** The paged lists, read as the platform reads them: page 1, 2, 3 while `hasMore` is true. */
import type { AnswerOf, Path } from '../../../contract/types.ts';
import type { Body, Requests } from './requests.ts';

export type Debtor = AnswerOf<'/debtors/list'>['debtors'][number];
export type Invoice = AnswerOf<'/invoices/list'>['invoices'][number];
export type Payment = AnswerOf<'/payments/list'>['payments'][number];

/** The rows of each list. */
export interface RowOf {
  readonly '/debtors/list': Debtor;
  readonly '/invoices/list': Invoice;
  readonly '/payments/list': Payment;
}

export type PagedPath = keyof RowOf;

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

interface PagedList<T> {
  readonly read: (requests: Ask, body: Body) => Promise<{ readonly rows: readonly T[]; readonly hasMore: boolean }>;
  readonly idOf: (row: T) => string;
}

const lists: { readonly [P in PagedPath]: PagedList<RowOf[P]> } = {
  '/debtors/list': {
    async read({ ask }, body) {
      const { debtors: rows, hasMore } = await ask('/debtors/list', body);
      return { rows, hasMore };
    },
    idOf: ({ erpDebtorId }) => erpDebtorId,
  },
  '/invoices/list': {
    async read({ ask }, body) {
      const { invoices: rows, hasMore } = await ask('/invoices/list', body);
      return { rows, hasMore };
    },
    idOf: ({ erpInvoiceId }) => erpInvoiceId,
  },
  '/payments/list': {
    async read({ ask }, body) {
      const { payments: rows, hasMore } = await ask('/payments/list', body);
      return { rows, hasMore };
    },
    idOf: ({ erpPaymentId }) => erpPaymentId,
  },
};

/** A row of a list: its id, and all of it as JSON. */
export interface ListedRow {
  readonly id: string;
  readonly text: string;
}

/** The ids of one page in their order. Fails the check where the answer is not 200. */
export async function readPage<P extends PagedPath>(requests: Ask, path: P, body: Body): Promise<Page> {
  const { read, idOf } = lists[path];
  const { rows, hasMore } = await read(requests, body);
  return { ids: rows.map(idOf), hasMore };
}

export interface Walk<P extends PagedPath = PagedPath> {
  readonly path: P;
  readonly body: Body;
  readonly maxPages: number;
  /** Runs before every page but the first. `soFar`: the ids of the pages before. */
  readonly between?: (soFar: readonly string[]) => Promise<void>;
}

/** All rows of a list as they are now, in their order. */
export async function walkList<P extends PagedPath>(requests: Ask, walk: Walk<P>): Promise<Walked<RowOf[P]>> {
  const { path, body, maxPages, between } = walk;
  const { read, idOf } = lists[path];
  const rows: RowOf[P][] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    if (page > 1) await between?.(rows.map(idOf));
    const answer = await read(requests, { ...body, page });
    rows.push(...answer.rows);
    if (!answer.hasMore) return { rows, complete: true };
  }
  return { rows, complete: false };
}

/** All rows of a list, in their order, with their ids. */
export async function walkRows<P extends PagedPath>(requests: Ask, walk: Walk<P>): Promise<Walked<ListedRow>> {
  const { rows, complete } = await walkList(requests, walk);
  const { idOf } = lists[walk.path];
  return { rows: rows.map((row) => ({ id: idOf(row), text: JSON.stringify(row) })), complete };
}

/** The ids of all rows of a list, in their order. */
export async function walkIds(requests: Ask, walk: Walk): Promise<Walked<string>> {
  const { rows, complete } = await walkRows(requests, walk);
  return { rows: rows.map(({ id }) => id), complete };
}
