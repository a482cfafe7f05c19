/** The paged lists, read as the platform reads them: page 1, 2, 3 while hasMore is true. */
import type { Path } from '../../../contract/types.ts';
import type { Probe } from '../probe.ts';
import type { Debtor, Invoice, Known } from '../session.ts';

/** A row with its identifier. */
export interface Listed {
  readonly id: string;
  readonly debtor?: Debtor;
  readonly invoice?: Invoice;
}

export interface Page {
  readonly rows: readonly Listed[];
  readonly hasMore: boolean;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  readonly modifiedSince?: string;
}

export interface List {
  readonly path: Path;
  /** Name of the rows, which the answer has them under, too. */
  readonly title: string;
  readonly read: (probe: Probe, request: PageRequest) => Promise<Page>;
  /** Remembers the rows for later checks. */
  readonly keep: (known: Known, rows: readonly Listed[]) => void;
}

export const lists = {
  debtors: {
    path: '/debtors/list',
    title: 'debtors',
    async read(probe, request) {
      const { debtors, hasMore } = await probe.ask('/debtors/list', request);
      return { rows: debtors.map((debtor) => ({ id: debtor.erpDebtorId, debtor })), hasMore };
    },
    keep(known, rows) {
      known.debtors = rows.flatMap(({ debtor }) => (debtor === undefined ? [] : [debtor]));
    },
  },
  invoices: {
    path: '/invoices/list',
    title: 'invoices',
    async read(probe, request) {
      const { invoices, hasMore } = await probe.ask('/invoices/list', request);
      return { rows: invoices.map((invoice) => ({ id: invoice.erpInvoiceId, invoice })), hasMore };
    },
    keep(known, rows) {
      known.invoices = rows.flatMap(({ invoice }) => (invoice === undefined ? [] : [invoice]));
    },
  },
  payments: {
    path: '/payments/list',
    title: 'payments',
    async read(probe, request) {
      const { payments, hasMore } = await probe.ask('/payments/list', request);
      return { rows: payments.map(({ erpPaymentId }) => ({ id: erpPaymentId })), hasMore };
    },
    keep: () => undefined,
  },
} as const satisfies Readonly<Record<string, List>>;

export const readPage = (probe: Probe, list: List, request: PageRequest): Promise<Page> => list.read(probe, request);

/** The rows of the first `maxPages` pages; `complete` where the list ended before. */
export async function walk(
  probe: Probe,
  list: List,
  request: Omit<PageRequest, 'page'>,
  maxPages: number,
): Promise<{ readonly rows: readonly Listed[]; readonly complete: boolean }> {
  const rows: Listed[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const got = await readPage(probe, list, { ...request, page });
    rows.push(...got.rows);
    // An empty page with hasMore is a finding of its own.
    if (!got.hasMore || got.rows.length === 0) return { rows, complete: true };
  }
  return { rows, complete: false };
}
