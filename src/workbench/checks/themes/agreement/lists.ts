/** The same documents and customers in every list. */
import type { AnswerOf, Path } from '../../../../contract/types.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { type CustomerInvoice, mostCustomerInvoices } from '../../core/ledger.ts';
import { demand, fail } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';
import { agreement, some } from './compare.ts';

type OrderPath = '/purchase-orders/list' | '/sales-orders/list';

/** What two lists say differently of one invoice; empty where they agree. */
function differences(ofCustomer: CustomerInvoice, listed: Invoice): readonly string[] {
  const texts = (['issueDate', 'dueDate', 'currency'] as const).flatMap((field) =>
    ofCustomer[field] === listed[field] ? [] : [`${field} ${ofCustomer[field]} and ${listed[field]}`],
  );
  const total = isEqual(ofCustomer.amountTotal, listed.amountTotal);
  const open = isEqual(ofCustomer.amountOpen, listed.amountOutstanding);
  return [
    ...texts,
    ...(total ? [] : [`the totals ${ofCustomer.amountTotal} and ${listed.amountTotal}`]),
    ...(open ? [] : [`the open amounts ${ofCustomer.amountOpen} and ${listed.amountOutstanding}`]),
  ];
}

const invoiceLists = agreement({
  name: 'invoice-lists',
  documents: 'invoices',
  path: '/customer-invoices/list',
  title: 'the invoices of a customer are those of /invoices/list, with the same dates and amounts',
  needs: ['/invoices/list', '/catalog/customers/search'],
  wants: 'a customer of the search who is the debtor of an invoice in both lists',
  async judge(ledger) {
    const all = await ledger.invoices();
    const byId = new Map(all.map((invoice) => [invoice.erpInvoiceId, invoice]));
    let shown = 0;
    for (const customer of await ledger.customers()) {
      const invoicesOfCustomer = await ledger.invoicesOf(customer);
      const ids = new Set(invoicesOfCustomer.map(({ erpInvoiceId }) => erpInvoiceId));
      const oldest = invoicesOfCustomer.at(-1)?.issueDate ?? '';
      const isCut = invoicesOfCustomer.length >= mostCustomerInvoices;
      for (const invoice of invoicesOfCustomer) {
        const listed = byId.get(invoice.erpInvoiceId);
        const name = `${invoice.invoiceNumber} (${invoice.erpInvoiceId}) of customer ${customer}`;
        if (listed === undefined) fail('agreement', `${name} is missing from /invoices/list`, 'invoices');
        const differs = differences(invoice, listed);
        demand(differs.length === 0, 'agreement', `${name}: here and in /invoices/list ${differs.join('; ')}`);
        shown += 1;
      }
      for (const { erpDebtorId, erpInvoiceId, invoiceNumber, issueDate } of all) {
        if (erpDebtorId !== customer || ids.has(erpInvoiceId) || (isCut && issueDate <= oldest)) continue;
        const name = `${invoiceNumber} (${erpInvoiceId}) of customer ${customer}`;
        fail('agreement', `${name} is in /invoices/list, and missing here`, 'invoices');
      }
    }
    return shown > 0;
  },
});

const invoiceNumbers = agreement({
  name: 'invoice-numbers',
  documents: 'invoices',
  path: '/customer-invoices/list',
  title: 'an invoice has the same number here and in /invoices/list',
  needs: ['/invoices/list', '/catalog/customers/search'],
  wants: 'an invoice in both lists',
  async judge(ledger) {
    const numbers = new Map((await ledger.invoices()).map((one) => [one.erpInvoiceId, one.invoiceNumber]));
    let isShown = false;
    for (const customer of await ledger.customers()) {
      for (const { erpInvoiceId, invoiceNumber } of await ledger.invoicesOf(customer)) {
        const number = numbers.get(erpInvoiceId);
        const message = `invoice ${erpInvoiceId} is ${invoiceNumber} here, and ${number} in /invoices/list`;
        demand(number === undefined || number === invoiceNumber, 'agreement', message, 'invoices');
        isShown ||= number !== undefined;
      }
    }
    return isShown;
  },
});

const debtors = agreement({
  name: 'customers-are-debtors',
  path: '/debtors/list',
  title: 'every customer that the search finds is a debtor',
  needs: ['/catalog/customers/search'],
  wants: 'a customer whose erpId is an erpDebtorId',
  async judge(ledger, { discovered }) {
    const ids = new Set((await ledger.debtors()).map(({ erpDebtorId }) => erpDebtorId));
    const customers = await discovered.customers();
    const missing = customers.filter(({ erpId }) => !ids.has(erpId));
    if (missing.length === customers.length) return false;
    const names = missing.map(({ erpId, erpName }) => `${erpId} (${erpName})`);
    const count = `${missing.length} of ${customers.length} customers that the search finds are no debtors`;
    demand(missing.length === 0, 'agreement', `${count}: ${some(names)}`, 'debtors');
    return true;
  },
});

const orderCustomers = (path: OrderPath): Check =>
  agreement({
    name: 'known-customers',
    path,
    title: 'orders are those of customers: /credit/customer knows each',
    needs: ['/credit/customer'],
    wants: 'an order',
    async judge(_ledger, context) {
      const { orders } = await context.ask(path, { limit: 100 });
      const customers = new Set(orders.map(({ customerErpId }) => customerErpId));
      for (const customerErpId of context.sample([...customers], 40)) {
        const { status } = await context.post('/credit/customer', { customerErpId });
        const message = `an order is listed for ${customerErpId}, which /credit/customer does not know as a customer`;
        demand(status !== 422, 'agreement', message, 'orders');
      }
      return customers.size > 0;
    },
  });

/** What one customer is answered: a text that is empty where there is nothing, and ids that no other customer may have. */
interface OwnAnswer {
  readonly text: string;
  readonly ids: readonly string[];
}

interface OwnRecords {
  readonly path: Path;
  readonly what: string;
  readonly answerFor: (customer: string) => Promise<OwnAnswer>;
}

/** Two customers may have equal answers. All customers have equal ones only where the condition for the customer is missing. */
async function judgeOwn(customers: readonly string[], { path, what, answerFor }: OwnRecords): Promise<boolean> {
  const owners = new Map<string, string>();
  const texts = new Set<string>();
  for (const customer of customers) {
    const { text, ids } = await answerFor(customer);
    for (const id of ids) {
      const owner = owners.get(id);
      const message = `${what} ${id} is answered for customer ${owner} and for customer ${customer}`;
      demand(owner === undefined, 'own-records', message);
      owners.set(id, customer);
    }
    texts.add(text);
  }
  return judgeTexts(path, customers.length, texts);
}

/** `texts`: the different answers to so many customers; an empty text where there is nothing. Returns whether two differ. */
function judgeTexts(path: Path, customers: number, texts: ReadonlySet<string>): boolean {
  if (texts.size !== 1 || texts.has('') || customers < 2) return texts.size > 1;
  return fail('own-records', `${path} gives each of ${customers} customers the same answer, ${[...texts][0]}`);
}

const text = (rows: readonly unknown[]): string => (rows.length === 0 ? '' : JSON.stringify(rows));

const ownRecords = { name: 'own-records', clause: 'contract 4' } as const;
const ownTitle = 'a customer gets only records of this customer, and different customers get different records';

const addresses = agreement({
  ...ownRecords,
  path: '/catalog/customers/addresses',
  title: ownTitle,
  needs: ['/catalog/customers/search'],
  wants: 'a customer with an address, and another with none or a different one',
  async judge(_ledger, context) {
    const path = '/catalog/customers/addresses';
    const customers = context.sample(await context.discovered.customerIds(), 60);
    const answerFor = async (customerId: string): Promise<OwnAnswer> => {
      const { hits } = await context.ask(path, { customerId });
      return { text: text(hits.map(({ address, erpLabel }) => [address, erpLabel])), ids: [] };
    };
    return judgeOwn(customers, { path, what: 'the address', answerFor });
  },
});

const orders = (path: OrderPath): Check =>
  agreement({
    ...ownRecords,
    path,
    title: ownTitle,
    needs: [],
    wants: 'two customers with orders',
    async judge(_ledger, context) {
      const all = (await context.ask(path, { limit: 100 })).orders.map(({ customerErpId }) => customerErpId);
      const answerFor = async (customerErpId: string): Promise<OwnAnswer> => {
        const answer = await context.ask(path, { customerErpId, limit: 100 });
        return { text: text(answer.orders), ids: answer.orders.map(orderId) };
      };
      return judgeOwn(context.sample([...new Set(all)], 25), { path, what: 'the order', answerFor });
    },
  });

type Order = AnswerOf<OrderPath>['orders'][number];
const orderId = (order: Order): string => ('erpSoId' in order ? order.erpSoId : order.erpPoId);

const customerInvoices = agreement({
  ...ownRecords,
  path: '/customer-invoices/list',
  title: ownTitle,
  needs: ['/catalog/customers/search'],
  wants: 'two customers with invoices',
  async judge(ledger) {
    const answerFor = async (customer: string): Promise<OwnAnswer> => {
      const rows = await ledger.invoicesOf(customer);
      return { text: text(rows), ids: rows.map(({ erpInvoiceId }) => erpInvoiceId) };
    };
    return judgeOwn(await ledger.customers(), { path: '/customer-invoices/list', what: 'the invoice', answerFor });
  },
});

const statements = agreement({
  ...ownRecords,
  path: '/customer-statement/get',
  title: ownTitle,
  needs: ['/catalog/customers/search'],
  wants: 'two customers with an account that is not empty',
  async judge(ledger) {
    const answerFor = async (customer: string): Promise<OwnAnswer> => {
      const { lines, openingBalance, closingBalance } = await ledger.statementOf(customer);
      const isEmpty = lines.length === 0 && isEqual(openingBalance, 0) && isEqual(closingBalance, 0);
      return { text: isEmpty ? '' : JSON.stringify([openingBalance, lines]), ids: [] };
    };
    return judgeOwn(await ledger.customers(), { path: '/customer-statement/get', what: 'the line', answerFor });
  },
});

const credit = agreement({
  ...ownRecords,
  path: '/credit/customer',
  title: ownTitle,
  needs: ['/catalog/customers/search'],
  wants: 'two customers with a limit or with credit used',
  async judge(ledger) {
    const answerFor = async (customer: string): Promise<OwnAnswer> => {
      const { creditLimit, creditUsed } = await ledger.creditOf(customer);
      const isEmpty = (creditLimit ?? 0) === 0 && (creditUsed ?? 0) === 0;
      return { text: isEmpty ? '' : JSON.stringify([creditLimit, creditUsed]), ids: [] };
    };
    return judgeOwn(await ledger.customers(), { path: '/credit/customer', what: 'the credit', answerFor });
  },
});

const usage = agreement({
  ...ownRecords,
  path: '/sales-orders/usage',
  title: ownTitle,
  needs: ['/catalog/customers/search', '/catalog/products/search'],
  wants: 'a SKU that one customer ordered and another did not',
  async judge(ledger, context) {
    const path = '/sales-orders/usage';
    const customers = context.sample(await ledger.customers(), 12);
    let sold = '';
    for (const sku of context.sample(await context.discovered.skus(), 60)) {
      const texts = new Set<string>();
      for (const customerErpId of customers) {
        const { units } = await context.ask(path, { customerErpId, sku, periodStart: '1990-01-01' });
        texts.add(units === 0 ? '' : `${units} of ${sku}`);
        if (texts.size > 1) return true;
      }
      if (!texts.has('')) sold ||= [...texts][0] ?? '';
    }
    return judgeTexts(path, customers.length, new Set([sold]));
  },
});

export const listRules: readonly Check[] = [
  invoiceLists,
  invoiceNumbers,
  debtors,
  orderCustomers('/purchase-orders/list'),
  orderCustomers('/sales-orders/list'),
  addresses,
  customerInvoices,
  statements,
  credit,
  usage,
  orders('/purchase-orders/list'),
  orders('/sales-orders/list'),
];
