import type { Bench } from './bench.ts';
import { today } from './days.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import type { CustomerHit, Debtor, Invoice, Payment, ProductHit } from './rows.ts';

/** The service's own data, found through the contract. Each is read once, where it is first needed. */
export interface DiscoveredData {
  /** The first 500 customers. */
  readonly customers: () => Promise<readonly CustomerHit[]>;
  /** The first 500 products. */
  readonly products: () => Promise<readonly ProductHit[]>;
  /** A SKU that a draft is accepted with. */
  readonly draftSku: () => Promise<string>;
  readonly debtors: () => Promise<readonly Debtor[]>;
  /** Two debtors (one, where there is but one) that an invoice can be pushed for, each with a currency it takes. */
  readonly pushable: () => Promise<readonly Pushable[]>;
}

export interface Pushable {
  readonly erpDebtorId: string;
  readonly currency: string;
}

type Tools = Pick<Bench, 'target' | 'random' | 'fresh' | 'call' | 'ask'>;

/** An id that no record has. */
export const NOBODY = 'no-such-id-7f3a';
/** Currencies of two decimal places, which the sums of the push tests are reckoned in. */
const WITH_CENTS = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD'];
const TRIES = 25;
const MOST_PAGES = 1000;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** All rows of a paged list, page by page. */
export async function walk<A extends { readonly hasMore: boolean }, R>(
  ask: Bench['ask'],
  endpoint: Endpoint<A>,
  rows: (answer: A) => readonly R[],
  body: { readonly limit: number; readonly modifiedSince?: string } = { limit: 500 },
): Promise<readonly R[]> {
  const all: R[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(endpoint, { ...body, page });
    all.push(...rows(answer));
    if (!answer.hasMore) return all;
  }
  throw new Error(`${endpoint.path} still has more after ${MOST_PAGES} pages`);
}

/** Every invoice as it is now. */
export const allInvoices = (ask: Bench['ask'], modifiedSince?: string): Promise<readonly Invoice[]> =>
  walk(ask, endpoints.invoices, (answer) => answer.invoices, {
    limit: 500,
    ...(modifiedSince === undefined ? {} : { modifiedSince }),
  });

/** Every payment as it is now. */
export const allPayments = (ask: Bench['ask']): Promise<readonly Payment[]> =>
  walk(ask, endpoints.payments, (answer) => answer.payments);

/** Prepares the search for data; nothing is sent yet. */
export function finder({ target, random, fresh, call, ask }: Tools): DiscoveredData {
  const products = once(async () => (await ask(endpoints.products, { query: '', limit: 500 })).hits);
  const debtors = once(() => walk(ask, endpoints.debtors, (answer) => answer.debtors));

  const draftSku = once(async () => {
    if (target.draftSku !== undefined) return target.draftSku;
    for (const { erpSku } of random.some(await products(), TRIES)) {
      const lines = [{ sku: erpSku, qty: 1, unitPrice: 1 }];
      const currency = target.draftCurrency ?? 'EUR';
      const reply = await call(endpoints.draft, { poNumber: fresh('CT'), currency, lines });
      if (reply.status === 200) return erpSku;
    }
    throw new Error('No product of the search could be ordered: name one as draftSku.');
  });

  const pushable = once(async () => {
    const invoices = await allInvoices(ask);
    const accepting: Pushable[] = [];
    const offers = (await debtors()).map(({ erpDebtorId }) => {
      const currency = invoices.find((invoice) => invoice.erpDebtorId === erpDebtorId)?.currency ?? 'EUR';
      return { erpDebtorId, currency };
    });
    const withCents = offers.filter(({ currency }) => WITH_CENTS.includes(currency));
    for (const { erpDebtorId, currency } of random.some(withCents, TRIES)) {
      const lines = [{ description: 'Conformance test', quantity: 1, unitPrice: 1, amount: 1 }];
      const body = { invoiceNumber: fresh('CI'), erpDebtorId, issueDate: today(), currency, lines };
      if ((await call(endpoints.pushInvoice, body)).status === 200) accepting.push({ erpDebtorId, currency });
      if (accepting.length === 2) break;
    }
    if (accepting.length === 0) throw new Error('No debtor of /debtors/list could be pushed an invoice for.');
    return accepting;
  });

  return {
    customers: once(async () => (await ask(endpoints.customers, { query: '', limit: 500 })).hits),
    products,
    draftSku,
    debtors,
    pushable,
  };
}
