/** Data of the ERP that checks need, found through the service. Each kind is looked up once, when it is first needed. */
import type { AnswerOf, RequestOf } from '../../../contract/types.ts';
import { dayOf } from '../validation/days.ts';
import { refusalText } from '../validation/errors.ts';
import { ruleViolation } from '../validation/rules.ts';
import type { DiscoveryInput } from './open-invoices.ts';
import { Concluded, demand, lacks, notPossible, reasonOf } from './outcome.ts';
import { type Invoice, walkList } from './paged-lists.ts';
import { type PayableInvoices, payableInvoices } from './payable-invoices.ts';
import type { Requests } from './requests.ts';
import { spread } from './sample.ts';
import type { CheckSettings } from './settings.ts';

export type Customer = AnswerOf<'/catalog/customers/search'>['hits'][number];
export type Product = AnswerOf<'/catalog/products/search'>['hits'][number];

export interface DiscoveredData {
  /** The first 500; at least one. Ends the check as not tested where there is none. */
  customers(): Promise<readonly Customer[]>;
  /** The first 500; at least one. Ends the check as not tested where there is none. */
  products(): Promise<readonly Product[]>;
  /** The customer of the settings, else customers that the search finds. */
  customerIds(): Promise<readonly string[]>;
  /** The SKU of the settings, else those of products that the search finds. */
  skus(): Promise<readonly string[]>;
  /** The body of a draft that the service accepts, with a new number. Fails the check where none is accepted. */
  draft(): Promise<RequestOf<'/sale-draft'>>;
  /** The body of an invoice of 30 that the service accepts, with a new number. Ends the check as not tested where none is accepted. */
  invoice(): Promise<RequestOf<'/invoices/push'>>;
  readonly payable: PayableInvoices;
}

interface InvoicedDebtor {
  readonly erpDebtorId: string;
  readonly currency: string;
}

/** Articles and debtors that are tried until the ERP accepts a document. */
const mostTries = 40;
const usualCurrencies = ['EUR', 'USD', 'GBP'];
/** Currencies that drafts are tried in, and customers whose credit names one. */
const mostCurrencies = 6;
const mostCreditCustomers = 5;
/** How the numbers of documents begin that a run writes. */
export const documentPrefix = 'SBX-';

/** Runs `work` once. After a failure, which belongs to the check that saw it, other checks are not tested. */
function once<T>(what: string, work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  let failed = false;
  return async () => {
    if (failed) notPossible(`no ${what} is known, because an answer that names it breaks the contract`);
    result ??= work();
    try {
      return await result;
    } catch (error) {
      failed = error instanceof Concluded && error.conclusion.kind === 'failed';
      throw error;
    }
  };
}

/** Reads on first use, and keeps what it has read. Customer and SKU of the settings replace the search. */
export function discoverData(input: DiscoveryInput): DiscoveredData {
  const { requests, settings, now } = input;
  const { ask, fresh } = requests;
  const customers = once('customer', async () => {
    const { hits } = await ask('/catalog/customers/search', { query: '', limit: 500 });
    return hits.length === 0 ? lacks('a customer that the search finds', '/catalog/customers/search') : hits;
  });
  const products = once('product', async () => {
    const { hits } = await ask('/catalog/products/search', { query: '', limit: 500 });
    return hits.length === 0 ? lacks('a product that the search finds', '/catalog/products/search') : hits;
  });
  const invoices = once('invoice', async () => {
    if (!input.has('/invoices/list')) return [];
    const path = '/invoices/list';
    const body = { limit: settings.largestPage(path) };
    return (await walkList(requests, { path, body, maxPages: settings.maxPages })).rows;
  });
  const skus = async (): Promise<readonly string[]> =>
    settings.sku === undefined ? (await products()).map(({ erpSku }) => erpSku) : [settings.sku];
  const customerIds = async (): Promise<readonly string[]> =>
    settings.customer === undefined ? (await customers()).map(({ erpId }) => erpId) : [settings.customer];
  const draftForm = once('draft', async () =>
    acceptedDraft(
      requests,
      await skus(),
      currenciesOf(settings, [
        ...(await invoices()).map((invoice) => invoice.currency),
        ...(await creditCurrencies(input, customerIds)),
      ]),
    ),
  );
  const invoiceForm = once('debtor', async () => {
    const debtors = await debtorsFor(input, await invoices(), async () =>
      (await customers()).map(({ erpId }) => erpId),
    );
    return acceptedInvoice(requests, debtors, dayOf(now()));
  });
  const invoice = async () => ({ invoiceNumber: fresh(documentPrefix), ...(await invoiceForm()) });
  return {
    customers,
    products,
    customerIds,
    skus,
    draft: async () => ({ poNumber: fresh(documentPrefix), ...(await draftForm()) }),
    invoice,
    payable: payableInvoices({ ...input, pushable: invoice }),
  };
}

function currenciesOf({ currency }: CheckSettings, listed: readonly string[]): readonly string[] {
  return currency === undefined ? [...new Set([...listed, ...usualCurrencies])].slice(0, mostCurrencies) : [currency];
}

/** Currencies in which some customers have credit. */
async function creditCurrencies(
  { requests, settings, has }: DiscoveryInput,
  customerIds: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const path = '/credit/customer';
  if (settings.currency !== undefined || !has(path)) return [];
  const currencies: string[] = [];
  await reasonOf(
    customerIds().then(async (ids) => {
      for (const customerErpId of spread(ids, mostCreditCustomers))
        currencies.push((await requests.ask(path, { customerErpId })).currency);
    }),
  );
  return currencies;
}

/** Refusals that a message shows. */
const shownRefusals = 3;

/** Tries articles until a draft is accepted. Fails the check where every draft is refused: the endpoint is then of no use with this data and these settings. */
async function acceptedDraft(requests: Requests, skus: readonly string[], currencies: readonly string[]) {
  const refusals = new Set<string>();
  for (const sku of spread(skus, mostTries)) {
    for (const currency of currencies) {
      const form = { currency, lines: [{ sku, qty: 1, unitPrice: 10.5 }] };
      const answer = await requests.post('/sale-draft', { poNumber: requests.fresh(documentPrefix), ...form });
      if (answer.status === 200) return form;
      if (refusals.size < shownRefusals) refusals.add(`${sku} in ${currency}: ${refusalText(answer)}`);
    }
  }
  const cure =
    'set the customer of drafts and the other settings to records of this ERP (--set, or settings of the cases), add an article that this customer may order, or correct the profile';
  const tried = `tried were ${currencies.join(', ')}, see --sku and --currency of engine sandbox`;
  const message = `every draft is refused (${tried}): ${[...refusals].join('; ')}. To do: ${cure}`;
  throw new Concluded({ kind: 'failed', findings: [ruleViolation('status', '', message)], path: '/sale-draft' });
}

/** Debtors, each with a currency that it may be invoiced in. */
async function debtorsFor(
  { requests, settings, has }: DiscoveryInput,
  invoices: readonly Invoice[],
  customerIds: () => Promise<readonly string[]>,
): Promise<readonly InvoicedDebtor[]> {
  const { debtor, currency } = settings;
  const invoiced = invoices.map(({ erpDebtorId, currency: used }) => ({ erpDebtorId, currency: used }));
  if (debtor === undefined && invoiced.length > 0) return invoiced;
  const usual = currency === undefined ? usualCurrencies : [currency];
  if (debtor !== undefined) {
    const used = invoiced.find(({ erpDebtorId }) => erpDebtorId === debtor);
    return used === undefined ? usual.map((one) => ({ erpDebtorId: debtor, currency: one })) : [used];
  }
  const listed = has('/debtors/list') ? (await requests.ask('/debtors/list', {})).debtors : [];
  const ids = listed.length > 0 ? listed.map(({ erpDebtorId }) => erpDebtorId) : await customerIds();
  return ids.flatMap((erpDebtorId) => usual.map((one) => ({ erpDebtorId, currency: one })));
}

/** Tries debtors until an invoice is accepted. */
async function acceptedInvoice(requests: Requests, debtors: readonly InvoicedDebtor[], today: string) {
  let refusal: string | undefined;
  const lines = [
    { description: 'Contract check', quantity: 2, unitPrice: 10, amount: 20 },
    { description: 'Contract check, second line', quantity: 1, unitPrice: 10, amount: 10 },
  ];
  for (const debtor of spread(debtors, mostTries)) {
    const form = { ...debtor, issueDate: today, dueDate: today, status: 'AUTHORISED', lines };
    const answer = await requests.post('/invoices/push', { invoiceNumber: requests.fresh(documentPrefix), ...form });
    if (answer.status === 200) return form;
    refusal ??= answer.text;
    demand(answer.status === 422, 'status', `an invoice for ${debtor.erpDebtorId} is answered with ${answer.status}`);
  }
  return lacks(
    'a debtor that accepts an invoice',
    '/debtors/list',
    refusal === undefined ? 'no debtor is known' : `the first answer: ${refusal}`,
  );
}
