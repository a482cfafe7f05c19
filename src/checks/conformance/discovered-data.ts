/** What the fixture holds, found through the service itself. Each is asked for once, where it is first needed. */
import type { Declared } from '../../../engine/index.ts';
import type { AnswerOf, Path, RequestOf } from '../../contract/types.ts';
import { dayOf } from '../validation/days.ts';
import type { Bench, Body } from './check-context.ts';
import { fail, notShown } from './verdict.ts';

type Tools = Pick<Bench, 'post' | 'ask' | 'fresh'>;
type Customer = AnswerOf<'/catalog/customers/search'>['hits'][number];
type Product = AnswerOf<'/catalog/products/search'>['hits'][number];
export type Invoice = AnswerOf<'/invoices/list'>['invoices'][number];

export interface Found {
  /** The first 500; never none. */
  customers(): Promise<readonly Customer[]>;
  products(): Promise<readonly Product[]>;
  /** The body of a draft that is accepted, with a number of its own. */
  draft(): Promise<RequestOf<'/sale-draft'>>;
  /** The body of an invoice of 30 that is accepted, with a number of its own. */
  invoice(): Promise<RequestOf<'/invoices/push'>>;
}

export type PagedPath = '/debtors/list' | '/invoices/list' | '/payments/list';

/** Tries that are made to find a debtor or an article that the ERP takes. */
const tries = 40;
const mostPages = 2_000;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** Every tenth or so of a list, spread over all of it, so that a run is the same each time. */
export function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
    (one) => one !== undefined,
  );
}

/** Rows of one page, by their ids. */
export interface Page {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** One page of a paged list. */
export async function pageOf({ ask }: Pick<Bench, 'ask'>, path: PagedPath, body: Body): Promise<Page> {
  switch (path) {
    case '/debtors/list': {
      const { debtors, hasMore } = await ask(path, body);
      return { ids: debtors.map(({ erpDebtorId }) => erpDebtorId), hasMore };
    }
    case '/invoices/list': {
      const { invoices, hasMore } = await ask(path, body);
      return { ids: invoices.map(({ erpInvoiceId }) => erpInvoiceId), hasMore };
    }
    case '/payments/list': {
      const { payments, hasMore } = await ask(path, body);
      return { ids: payments.map(({ erpPaymentId }) => erpPaymentId), hasMore };
    }
  }
}

/** The ids of all rows of a paged list, page by page. `between` runs before every page but the first. */
export async function walk(
  bench: Pick<Bench, 'ask'>,
  path: PagedPath,
  body: Body,
  between: (page: number, so: readonly string[]) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    if (page > 1) await between(page, all);
    const { ids, hasMore } = await pageOf(bench, path, { ...body, page });
    all.push(...ids);
    if (!hasMore) return all;
  }
  return fail(`${path} still has more after ${mostPages} pages`);
}

/** All invoices as they are now. */
export async function allInvoices({ ask }: Pick<Bench, 'ask'>, body: Body = {}): Promise<readonly Invoice[]> {
  const all: Invoice[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { invoices, hasMore } = await ask('/invoices/list', { ...body, page, limit: 500 });
    all.push(...invoices);
    if (!hasMore) return all;
  }
  return fail(`/invoices/list still has more after ${mostPages} pages`);
}

export function finder(tools: Tools, declared: Declared, now: () => number): Found {
  const { ask, post, fresh } = tools;
  const has = (path: Path): boolean => declared.endpoints.get(path)?.unavailable === undefined;

  const customers = once(async () => {
    const { hits } = await ask('/catalog/customers/search', { query: '', limit: 500 });
    return hits.length === 0 ? notShown('the fixture has no customer that the search finds') : hits;
  });
  const products = once(async () => {
    const { hits } = await ask('/catalog/products/search', { query: '', limit: 500 });
    return hits.length === 0 ? notShown('the fixture has no product that the search finds') : hits;
  });
  const invoices = once(async () => (has('/invoices/list') ? allInvoices({ ask }) : []));

  const draftForm = once(async () => {
    let refusal: string | undefined;
    const currencies = [...new Set([...(await invoices()).map(({ currency }) => currency), 'EUR', 'USD', 'GBP'])];
    for (const { erpSku } of spread(await products(), tries)) {
      for (const currency of currencies.slice(0, 3)) {
        const form = { currency, lines: [{ sku: erpSku, qty: 1, unitPrice: 10.5 }] };
        const answer = await post('/sale-draft', { poNumber: fresh('CF'), ...form });
        if (answer.status === 200) return form;
        refusal ??= answer.text;
      }
    }
    return notShown(`the fixture has no article that a draft is accepted with; the first answer: ${refusal ?? 'none'}`);
  });

  const debtors = once(async () => {
    const known = (await invoices()).map(({ erpDebtorId, currency }) => ({ erpDebtorId, currency }));
    if (known.length > 0) return known;
    const listed = has('/debtors/list') ? (await ask('/debtors/list', {})).debtors : [];
    const ids =
      listed.length > 0 ? listed.map(({ erpDebtorId }) => erpDebtorId) : (await customers()).map(({ erpId }) => erpId);
    return ids.flatMap((erpDebtorId) => ['EUR', 'USD', 'GBP'].map((currency) => ({ erpDebtorId, currency })));
  });
  const invoiceForm = once(async () => {
    let refusal: string | undefined;
    for (const debtor of spread(await debtors(), tries)) {
      const lines = [
        { description: 'Conformance', quantity: 2, unitPrice: 10, amount: 20 },
        { description: 'Conformance, second line', quantity: 1, unitPrice: 10, amount: 10 },
      ];
      const form = { ...debtor, issueDate: dayOf(now()), dueDate: dayOf(now()), status: 'AUTHORISED', lines };
      const answer = await post('/invoices/push', { invoiceNumber: fresh('CF'), ...form });
      if (answer.status === 200) return form;
      refusal ??= answer.text;
    }
    return notShown(`the fixture has no debtor that takes an invoice; the first answer: ${refusal ?? 'none'}`);
  });

  return {
    customers,
    products,
    draft: async () => ({ poNumber: fresh('CF'), ...(await draftForm()) }),
    invoice: async () => ({ invoiceNumber: fresh('CF'), ...(await invoiceForm()) }),
  };
}
