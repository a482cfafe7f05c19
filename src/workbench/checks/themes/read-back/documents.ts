/** Documents with values that no other document has, so that each is found again in the rows of the ERP and in its answers. */
import { multiply, type Numeric, sum } from '../../../../../engine/tools/index.ts';
import { contract } from '../../../../contract/index.ts';
import type { RequestOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';
import type { PaymentBody } from '../../core/open-invoices.ts';
import { notPossible } from '../../core/outcome.ts';
import { currenciesIn } from '../../metamorphic/currencies.ts';
import { dayOf, plusDays } from '../../validation/days.ts';
import { refusalText } from '../../validation/errors.ts';

export type DraftBody = RequestOf<'/sale-draft'>;
export type InvoiceBody = RequestOf<'/invoices/push'>;

const decimals = 2;
/** Currencies that are tried. */
const mostCurrencies = 6;

/** Quantities and prices of two lines. */
const values = [
  { quantity: 37, unitPrice: 13.37 },
  { quantity: 53, unitPrice: 24.61 },
] as const;

/** The amount of a line is exact: both factors have at most two decimals together. */
const amountOf = ({ quantity, unitPrice }: (typeof values)[number]): number => Number(multiply(quantity, unitPrice));

/** The exact sum of the lines: the amount of each, or else quantity times price. */
export const totalOf = ({ lines }: InvoiceBody): Numeric =>
  sum(lines.map(({ quantity, unitPrice, amount }) => amount ?? multiply(quantity, unitPrice)));

const hasCents = (currency: string): boolean => (contract.currencies.get(currency) ?? decimals) === decimals;

/** Whether a document is sent in the currency of most invoices, or in another one where the ERP takes it. */
export type CurrencyChoice = 'usual' | 'foreign';

/** Currencies with two decimals, each with a debtor that has invoices in it: that of most invoices comes first, or last. */
async function currenciesFor(
  context: CheckContext,
  choice: CurrencyChoice,
): Promise<{ readonly usual: string | undefined; readonly tried: readonly (readonly [string, string])[] }> {
  const isListed = context.profile?.endpoints.get('/invoices/list')?.unavailable === undefined;
  const invoices = isListed ? await context.ledger.invoices() : [];
  const byCurrency = [...Map.groupBy(invoices, ({ currency }) => currency)]
    .filter(([currency]) => hasCents(currency))
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, ofCurrency]) => [currency, ofCurrency[0]?.erpDebtorId ?? ''] as const);
  const [first, ...others] = byCurrency;
  const most = first === undefined ? [] : [first];
  const tried = choice === 'usual' ? most : [...others.slice(0, mostCurrencies), ...most];
  return { usual: first?.[0], tried };
}

/** A document that was accepted. */
export interface Sent<Body> {
  readonly body: Body;
  /** The id that was answered. */
  readonly id: string;
  /** Whether its currency is another one than that of most documents, which an ERP need not store. */
  readonly isForeign: boolean;
}

/** Sends the first of several bodies that the service accepts. */
async function firstAccepted<Body extends DraftBody | InvoiceBody>(
  context: CheckContext,
  path: '/sale-draft' | '/invoices/push',
  bodies: AsyncIterable<Omit<Sent<Body>, 'id'>>,
): Promise<Omit<Sent<Body>, 'id'>> {
  let refusal = '';
  for await (const one of bodies) {
    const answer = await context.post(path, { ...one.body });
    if (answer.status === 200) return one;
    refusal ||= refusalText(answer);
  }
  return notPossible(`${path} refuses a document with two lines of 37 and 53 pieces: ${refusal}`);
}

/** Sends a draft with two lines. */
export async function sendDraft(context: CheckContext, choice: CurrencyChoice): Promise<Sent<DraftBody>> {
  const form = await context.discovered.draft();
  const { usual = form.currency, tried } = await currenciesFor(context, choice);
  const data = context.fixture?.data;
  const named = data === undefined ? [] : await currenciesIn(data);
  async function* bodies(): AsyncGenerator<Omit<Sent<DraftBody>, 'id'>> {
    const sku = form.lines[0]?.sku ?? '';
    const lines = values.map(({ quantity, unitPrice }) => ({ sku, qty: quantity, unitPrice }));
    const foreign = choice === 'usual' ? [] : named.filter((one) => one !== usual && hasCents(one));
    const currencies = new Set([...foreign.slice(0, mostCurrencies), ...tried.map(([one]) => one), form.currency]);
    for (const currency of currencies)
      yield { body: { ...(await context.discovered.draft()), currency, lines }, isForeign: currency !== usual };
  }
  const sent = await firstAccepted(context, '/sale-draft', bodies());
  return { ...sent, id: (await context.ask('/sale-draft', { ...sent.body })).saleId };
}

/** Sends an invoice of two lines, nine days old and due in 23 days; of today, or without a due date, where the ERP refuses that. */
export async function sendInvoice(context: CheckContext, choice: CurrencyChoice): Promise<Sent<InvoiceBody>> {
  const path = '/invoices/push';
  const { dueDate: _, ...form } = await context.discovered.invoice();
  const { usual = form.currency, tried } = await currenciesFor(context, choice);
  const today = dayOf(context.now());
  const due = { dueDate: plusDays(today, 23) };
  const days = [{ issueDate: plusDays(today, -9), ...due }, { issueDate: today, ...due }, { issueDate: today }];
  async function* bodies(): AsyncGenerator<Omit<Sent<InvoiceBody>, 'id'>> {
    for (const dates of days) {
      for (const [currency, erpDebtorId] of [...tried, [form.currency, form.erpDebtorId] as const]) {
        const { invoiceNumber } = await context.discovered.invoice();
        const lines = values.map((line, index) => ({
          ...{ description: `Read back ${index + 1}: ${invoiceNumber}`, ...line, amount: amountOf(line) },
        }));
        yield {
          body: { ...form, ...dates, invoiceNumber, currency, erpDebtorId, lines },
          isForeign: currency !== usual,
        };
      }
    }
  }
  const sent = await firstAccepted(context, path, bodies());
  return { ...sent, id: (await context.ask(path, { ...sent.body })).erpInvoiceId };
}

export interface SentPayment {
  readonly body: PaymentBody;
  readonly id: string;
}

/** A payment that the ERP accepts. Where no open invoice is left, one is pushed. */
export async function paymentForm(context: CheckContext): Promise<PaymentBody> {
  const [form] = await context.discovered.payable.payments(1);
  return form;
}

/** Sends a payment that is dated three days earlier than `form`; as `form` is dated where the ERP refuses that. */
export async function sendPayment(context: CheckContext, form: PaymentBody): Promise<SentPayment> {
  const path = '/payments/push';
  const body = { ...form, paymentDate: plusDays(form.paymentDate, -3) };
  const { status } = await context.post(path, { ...body });
  const accepted = status === 200 ? body : form;
  return { body: accepted, id: (await context.ask(path, { ...accepted })).erpPaymentId };
}
