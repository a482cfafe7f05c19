/** Payments in each currency of the ERP: an amount that is not converted changes what is open by another amount. */
import { compare, subtract } from '../../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { isTakenBack } from '../../core/document-states.ts';
import { changedSince } from '../../core/invoice-changes.ts';
import { demand, lacks } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';

/** Open invoices that are tried for each currency. */
const mostTries = 5;

/** Pays a part of one of the invoices. Fails where its open amount does not fall by exactly that part. Returns why none takes a payment. */
async function judgePayment(context: CheckContext, invoices: readonly Invoice[]): Promise<string | undefined> {
  let refusal = '';
  for (const invoice of invoices.slice(0, mostTries)) {
    const { erpInvoiceId, invoiceNumber, currency, amountOutstanding: before } = invoice;
    const paid = await context.discovered.payable.pay(invoice);
    if (paid.kind === 'refused') {
      refusal ||= `${invoiceNumber}: ${paid.reason}`;
      continue;
    }
    const { amount } = paid.body;
    const after = (await changedSince(context)).find((one) => one.erpInvoiceId === erpInvoiceId)?.amountOutstanding;
    const message = `${invoiceNumber}: ${before} ${currency} was open, and ${after ?? 'nothing'} is after a payment of ${amount}`;
    const isRight = after !== undefined && compare(after, subtract(before, amount)) === 0;
    demand(isRight, 'listed', message, 'amountOutstanding');
    return undefined;
  }
  return refusal;
}

export const settledCurrencies: Check = {
  id: 'read-back/settled-currencies',
  path: '/payments/push',
  title: 'a payment lowers what is open by exactly its amount, in each currency that has an open invoice',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: ['/payments/push', '/invoices/list'],
  async run(context) {
    const all = await changedSince(context);
    const open = all.filter((one) => compare(one.amountOutstanding, 0) > 0 && !isTakenBack(one));
    const [shown, refusals]: [string[], string[]] = [[], []];
    for (const [currency, ofCurrency] of Map.groupBy(open, (invoice) => invoice.currency)) {
      const refusal = await judgePayment(context, ofCurrency);
      if (refusal === undefined) shown.push(currency);
      else refusals.push(refusal);
    }
    context.note(`Shown in ${shown.join(', ') || 'no currency'}.`);
    if (shown.length === 0) lacks('an open invoice that takes a payment', '/invoices/list', refusals.join('; '));
  },
};
