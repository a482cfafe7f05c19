/** Documents with values that no other document has, so that each is found again in the rows of the ERP and in its answers. */
import { multiply, type Numeric, sum } from '../../../../engine/tools/index.ts';
import { contract } from '../../../contract/index.ts';
import type { RequestOf } from '../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';
import type { PaymentBody } from '../../core/open-invoices.ts';
import { notTested } from '../../core/outcome.ts';
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

export const totalOf = ({ lines }: InvoiceBody): Numeric =>
  sum(lines.map(({ quantity, unitPrice, amount }) => amount ?? multiply(quantity, unitPrice)));

const hasCents = (currency: string): boolean => (contract.currencies.get(currency) ?? decimals) === decimals;

/** Other currencies than the given one, with two decimals, each with a debtor that has invoices in it. */
async function otherCurrencies(context: CheckContext, usual: string): Promise<readonly (readonly [string, string])[]> {
  const isListed = context.profile?.endpoints.get('/invoices/list')?.unavailable === undefined;
  const invoices = isListed ? await context.ledger.invoices() : [];
  const byCurrency = new Map(invoices.map(({ currency, erpDebtorId }) => [currency, erpDebtorId]));
  return [...byCurrency].filter(([currency]) => currency !== usual && hasCents(currency)).slice(0, mostCurrencies);
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
  return notTested(`${path} refuses a document with two lines of 37 and 53 pieces: ${refusal}`);
}

/** Sends a draft with two lines, in another currency than usual where the ERP takes it. */
export async function sendDraft(context: CheckContext): Promise<Sent<DraftBody>> {
  const form = await context.found.draft();
  async function* bodies(): AsyncGenerator<Omit<Sent<DraftBody>, 'id'>> {
    const lines = values.map(({ quantity, unitPrice }) => ({
      sku: form.lines[0]?.sku ?? '',
      qty: quantity,
      unitPrice,
    }));
    for (const [currency] of await otherCurrencies(context, form.currency))
      yield { body: { ...(await context.found.draft()), currency, lines }, isForeign: true };
    yield { body: { ...form, lines }, isForeign: false };
  }
  const sent = await firstAccepted(context, '/sale-draft', bodies());
  return { ...sent, id: (await context.ask('/sale-draft', { ...sent.body })).saleId };
}

/** Sends an invoice of two lines, nine days old and due in 23 days, in another currency than usual where the ERP takes it. */
export async function sendInvoice(context: CheckContext): Promise<Sent<InvoiceBody>> {
  const path = '/invoices/push';
  const form = await context.found.invoice();
  async function* bodies(): AsyncGenerator<Omit<Sent<InvoiceBody>, 'id'>> {
    const today = dayOf(context.now());
    const dueDate = plusDays(today, 23);
    const usual = [form.currency, form.erpDebtorId] as const;
    for (const issueDate of [plusDays(today, -9), today]) {
      for (const [currency, erpDebtorId] of [...(await otherCurrencies(context, form.currency)), usual]) {
        const { invoiceNumber } = await context.found.invoice();
        const lines = values.map((line, index) => ({
          ...{ description: `Read back ${index + 1}: ${invoiceNumber}`, ...line, amount: amountOf(line) },
        }));
        const body = { ...form, invoiceNumber, currency, erpDebtorId, issueDate, dueDate, lines };
        yield { body, isForeign: currency !== form.currency };
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

/** Sends a payment of three days ago; of today where the ERP refuses that. `count`: payments that fit on the invoice. */
export async function sendPayment(context: CheckContext): Promise<SentPayment> {
  const path = '/payments/push';
  const [form] = await context.found.payable.payments(1);
  const body = { ...form, paymentDate: plusDays(form.paymentDate, -3) };
  const { status } = await context.post(path, { ...body });
  const accepted = status === 200 ? body : form;
  return { body: accepted, id: (await context.ask(path, { ...accepted })).erpPaymentId };
}
