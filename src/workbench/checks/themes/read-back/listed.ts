/** The lists answer what was written, member by member. */
import { type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { changedSince } from '../../core/invoice-changes.ts';
import { demand, demandEqual, fail, lacks, notPossible } from '../../core/outcome.ts';
import { walkList } from '../../core/paged-lists.ts';
import { cellsOf, dataOf, holdsDay, rowsWritten } from '../../core/written-rows.ts';
import { type CurrencyChoice, type InvoiceBody, paymentForm, sendInvoice, sendPayment, totalOf } from './documents.ts';

const base = { tag: 'fixture', clause: 'ruling: answers', mayDeviate: true } as const;
const statement = '/customer-statement/get';

/** The members of an answer that a request gives. */
type Expected = Readonly<Record<string, string | Numeric>>;

/** Demands that an answered row has these members. */
function demandMembers(row: object, expected: Expected, what: string): void {
  const answerValues = new Map<string, unknown>(Object.entries(row));
  for (const [name, value] of Object.entries(expected))
    demandEqual(answerValues.get(name), value, 'listed', `${name} of ${what}`);
}

const pushedInvoice: Check = {
  ...base,
  id: 'read-back/listed-members',
  path: '/invoices/list',
  title: 'a pushed invoice is listed with the number, debtor, dates, currency and amounts of the push',
  needs: ['/invoices/list', '/invoices/push'],
  async run(context) {
    const { body, id } = await sendInvoice(context, 'foreign');
    const listed = (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === id);
    const what = `the pushed invoice ${body.invoiceNumber}`;
    if (listed === undefined) fail('listed', `${what} (${id}) is not listed`, 'invoices');
    const { invoiceNumber, erpDebtorId, issueDate, currency } = body;
    const total = totalOf(body);
    const amounts = { amountTotal: total, amountOutstanding: total };
    demandMembers(listed, { invoiceNumber, erpDebtorId, issueDate, currency, ...amounts }, what);
  },
};

const pushedLines: Check = {
  ...base,
  id: 'read-back/listed-lines',
  path: '/invoices/list',
  title: 'the lines of a pushed invoice are listed with the texts, quantities, prices and amounts of the push',
  needs: ['/invoices/list', '/invoices/push'],
  async run(context) {
    const { body, id } = await sendInvoice(context, 'usual');
    const listed = (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === id);
    const what = `the pushed invoice ${body.invoiceNumber}`;
    for (const { description, quantity, unitPrice, amount = 0 } of body.lines) {
      const line = listed?.lines.find((one) => one.description.includes(description ?? ''));
      if (line === undefined) fail('listed', `${what} has no line "${description}"`, 'lines');
      demandMembers(line, { quantity, unitPrice, amount }, `the line "${description}" of ${what}`);
    }
  },
};

/** Sends an invoice, and ends the check unless its debtor is a customer of an endpoint. */
async function invoiceOfCustomer(
  context: CheckContext,
  path: Path,
  currency: CurrencyChoice,
): Promise<{ readonly body: InvoiceBody; readonly id: string; readonly customerErpId: string }> {
  const { body, id } = await sendInvoice(context, currency);
  const customerErpId = body.erpDebtorId;
  const { status } = await context.post(path, { customerErpId });
  return status === 422
    ? lacks('a debtor that accepts an invoice and is a customer', '/debtors/list')
    : { body, id, customerErpId };
}

const customerInvoice: Check = {
  ...base,
  id: 'read-back/listed-members',
  path: '/customer-invoices/list',
  title: 'a pushed invoice is listed with the dates, currency and amounts of the push',
  needs: ['/customer-invoices/list', '/invoices/push'],
  async run(context) {
    const path = '/customer-invoices/list';
    const { body, id, customerErpId } = await invoiceOfCustomer(context, path, 'foreign');
    const { invoices } = await context.ask(path, { customerErpId, limit: 100 });
    const what = `the pushed invoice ${body.invoiceNumber} of ${customerErpId}`;
    const listed = invoices.find(({ erpInvoiceId }) => erpInvoiceId === id);
    if (listed === undefined && invoices.length === 0)
      lacks('a debtor that accepts an invoice and is a customer', '/debtors/list');
    if (listed === undefined)
      return lacks(
        `a debtor that accepts an invoice, with fewer than ${invoices.length} invoices`,
        '/debtors/list',
        `${what} is not among the newest`,
      );
    const { issueDate, currency } = body;
    const total = totalOf(body);
    const amounts = { amountTotal: total, amountOpen: total };
    demandMembers(listed, { customerErpId, issueDate, currency, ...amounts }, what);
  },
};

const posting: Check = {
  ...base,
  id: 'read-back/listed-members',
  path: statement,
  title: 'a pushed invoice is a line of its day, with its total',
  needs: [statement, '/invoices/push'],
  async run(context) {
    const first = await invoiceOfCustomer(context, statement, 'usual');
    const { issueDate, erpDebtorId: customerErpId } = first.body;
    const total = totalOf(first.body);
    /** The lines of the day that have the total. */
    const postings = async (): Promise<number> => {
      const { currency, lines } = await context.ask(statement, {
        ...{ customerErpId, asOf: issueDate, periodStart: issueDate, periodEnd: issueDate },
      });
      if (currency !== first.body.currency)
        lacks('a debtor that accepts an invoice in the currency of its account', '/debtors/list');
      return lines.filter(({ debit }) => isEqual(debit, total)).length;
    };
    const before = await postings();
    const { body } = await sendInvoice(context, 'usual');
    const message = `the statement of ${customerErpId} for ${issueDate} has gained no debit of ${total}, the total of the invoice ${body.invoiceNumber} of that day`;
    demand((await postings()) === before + 1, 'listed', message, 'lines');
  },
};

const pushedPayment: Check = {
  ...base,
  id: 'read-back/listed-members',
  path: '/payments/list',
  title: 'a pushed payment is listed with the invoice, the amount and the day of the push',
  needs: ['/payments/list', '/payments/push'],
  uses: ['/invoices/push', '/invoices/list'],
  async run(context) {
    const { body, id } = await sendPayment(context, await paymentForm(context));
    const { largestPage, maxPages } = context.settings;
    const path = '/payments/list';
    const { rows } = await walkList(context, { path, body: { limit: largestPage(path) }, maxPages });
    const listed = rows.find(({ erpPaymentId }) => erpPaymentId === id);
    const what = `the pushed payment ${id}`;
    if (listed === undefined) return fail('listed', `${what} is not listed`, 'payments');
    const { erpInvoiceId, amount, paymentDate } = body;
    demandMembers(listed, { erpInvoiceId, amount, paymentDate }, what);
  },
};

/** An amount that a payment lowers. */
interface Figure {
  readonly path: Path;
  readonly field: string;
  readonly needs: readonly Path[];
  /** Undefined where the answer is in another currency. */
  readonly read: (context: CheckContext, invoice: InvoiceBody, id: string) => Promise<Numeric | null | undefined>;
}

const figures: readonly Figure[] = [
  {
    path: '/invoices/list',
    field: 'amountOutstanding',
    needs: ['/invoices/list'],
    read: async (context, _, id) =>
      (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === id)?.amountOutstanding,
  },
  {
    path: '/customer-invoices/list',
    field: 'amountOpen',
    needs: ['/customer-invoices/list'],
    async read(context, { erpDebtorId: customerErpId }, id) {
      const { invoices } = await context.ask('/customer-invoices/list', { customerErpId, limit: 100 });
      return invoices.find(({ erpInvoiceId }) => erpInvoiceId === id)?.amountOpen;
    },
  },
  {
    path: '/credit/customer',
    field: 'creditUsed',
    needs: ['/credit/customer'],
    async read(context, { erpDebtorId: customerErpId, currency }) {
      const answer = await context.ask('/credit/customer', { customerErpId });
      return answer.currency === currency ? answer.creditUsed : undefined;
    },
  },
  {
    path: statement,
    field: 'closingBalance',
    needs: [statement],
    async read(context, { erpDebtorId: customerErpId, currency, issueDate }) {
      const answer = await context.ask(statement, { customerErpId, periodStart: issueDate, periodEnd: issueDate });
      return answer.currency === currency ? answer.closingBalance : undefined;
    },
  },
];

const paid = 12.34;

/** The credit limit of the debtor, which no payment changes; undefined where the check is about another endpoint. */
const limitOf = async (
  context: CheckContext,
  path: Path,
  { erpDebtorId: customerErpId }: InvoiceBody,
): Promise<Numeric | null | undefined> =>
  path === '/credit/customer' ? (await context.ask(path, { customerErpId })).creditLimit : undefined;

const settled = ({ path, field, needs, read }: Figure): Check => ({
  ...base,
  id: 'read-back/settled-amounts',
  path,
  title: `a payment lowers ${field} by exactly its amount, where the invoice has raised it`,
  needs: [...needs, '/invoices/push', '/payments/push'],
  async run(context) {
    const { body: usual } = await sendInvoice(context, 'usual');
    // Of today, so that it is among the newest that a list answers.
    const { invoiceNumber, issueDate } = await context.discovered.invoice();
    const form = { ...usual, invoiceNumber, issueDate };
    const { status } = await context.post(path, { customerErpId: form.erpDebtorId });
    if (status === 422) lacks('a debtor that accepts an invoice and is a customer', '/debtors/list');
    const before = await read(context, form, '');
    const { erpInvoiceId } = await context.ask('/invoices/push', form);
    const open = await read(context, form, erpInvoiceId);
    if (open === undefined || open === null)
      return lacks(`a debtor that accepts an invoice and has ${field}`, path, `${form.erpDebtorId} has none`);
    const limit = await limitOf(context, path, form);
    // An ERP may count invoices later, or not at all.
    const isRaised = before === undefined || before === null || !isEqual(before, open);
    if (!isRaised) return notPossible(`an invoice of this ERP does not raise ${field}`);
    await context.ask('/payments/push', { erpInvoiceId, amount: paid, paymentDate: issueDate });
    const after = await read(context, form, erpInvoiceId);
    const message = `${field} was ${open}, and is ${after} after a payment of ${paid} on ${invoiceNumber}`;
    demand(after !== undefined && after !== null && isEqual(after, subtract(open, paid)), 'listed', message, field);
    const stays = `the creditLimit of ${form.erpDebtorId} before and after a payment of ${paid}`;
    demandEqual(await limitOf(context, path, form), limit, 'listed', stays);
  },
});

const dueDate: Check = {
  ...base,
  id: 'read-back/due-date',
  path: '/invoices/push',
  title: 'the due date of a pushed invoice is stored, and is that of both lists',
  clause: 'contract 4',
  needs: ['/invoices/push', '/invoices/list'],
  uses: ['/customer-invoices/list'],
  async run(context) {
    const data = dataOf(context);
    await sendInvoice(context, 'usual');
    let sent: Awaited<ReturnType<typeof sendInvoice>> | undefined;
    const rows = await rowsWritten(data, async () => {
      sent = await sendInvoice(context, 'usual');
    });
    const { body, id = '' } = sent ?? {};
    if (body?.dueDate === undefined) return notPossible('the ERP refuses an invoice with a due date');
    const what = `the due date ${body.dueDate} of the pushed invoice ${body.invoiceNumber}`;
    demand(holdsDay(context, cellsOf(rows), body.dueDate), 'stored', `${what} is in no row that it added or changed`);
    const invoice = (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === id);
    demandEqual(invoice?.dueDate, body.dueDate, 'listed', `${what} in /invoices/list`);
    if (context.profile?.endpoints.get('/customer-invoices/list')?.unavailable !== undefined) return;
    const { invoices } = await context.ask('/customer-invoices/list', { customerErpId: body.erpDebtorId, limit: 100 });
    const pushed = invoices.find(({ erpInvoiceId }) => erpInvoiceId === id);
    if (pushed !== undefined) demandEqual(pushed.dueDate, body.dueDate, 'listed', `${what} in /customer-invoices/list`);
  },
};

export const listed: readonly Check[] = [
  pushedInvoice,
  pushedLines,
  dueDate,
  customerInvoice,
  posting,
  pushedPayment,
  ...figures.map(settled),
];
