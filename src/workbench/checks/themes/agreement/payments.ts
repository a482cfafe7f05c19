/** Payments have distinct ids, do not exceed the open amount, and change their invoices. */
import { compare, subtract, sum } from '../../../../../engine/tools/index.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { isTakenBack } from '../../core/document-states.ts';
import { changedSince, nextSecond } from '../../core/invoice-changes.ts';
import { demand, fail, lacks, notPossible } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';
import type { Body } from '../../core/requests.ts';
import { plusDays } from '../../validation/days.ts';
import { refusalText } from '../../validation/errors.ts';
import { demandSince } from '../modified-since.ts';

const path = '/payments/push';
const base = { tag: 'write', clause: 'ruling: writes', mayDeviate: true } as const;
/** Endpoints that give invoices to pay. */
const uses: Check['uses'] = ['/invoices/push', '/invoices/list'];

/** The id of a payment; undefined where it is refused. */
async function idOf(context: CheckContext, body: Body): Promise<string | undefined> {
  const { status } = await context.post(path, body);
  // A repeat has the same answer.
  return status === 200 ? (await context.ask(path, body)).erpPaymentId : undefined;
}

/** Demands that each payment has its own id. */
function demandDistinct(ids: readonly (readonly [what: string, id: string])[]) {
  const seen = new Map<string, string>();
  for (const [what, id] of ids) {
    const other = seen.get(id);
    const message = `${what} got the id ${id} of ${other}: the second payment is swallowed`;
    demand(other === undefined, 'new-key', message, 'erpPaymentId');
    seen.set(id, what);
  }
}

const paymentKey: Check = {
  ...base,
  id: 'agreement/payment-key',
  path,
  title: 'payments on one invoice that differ in the amount or in the day alone are different payments',
  needs: [path],
  uses,
  async run(context) {
    const [body, dearer = body] = await context.discovered.payable.payments(4);
    const ids: (readonly [string, string])[] = [];
    for (const payment of [body, dearer])
      ids.push([`${payment.amount} on ${payment.paymentDate}`, (await context.ask(path, payment)).erpPaymentId]);
    for (const days of [-1, 1]) {
      const paymentDate = plusDays(body.paymentDate, days);
      const id = await idOf(context, { ...body, paymentDate });
      if (id !== undefined) ids.push([`${body.amount} on ${paymentDate}`, id]);
    }
    demandDistinct(ids);
    if (ids.length < 3) notPossible('the ERP accepts a payment on one day only, of yesterday, today and tomorrow');
  },
};

const paymentBank: Check = {
  ...base,
  id: 'agreement/payment-bank',
  path,
  title: 'payments on one invoice that differ in the bank account alone are different payments',
  needs: [path],
  uses,
  async run(context) {
    const [body] = await context.discovered.payable.payments(2);
    const ids: (readonly [string, string])[] = [];
    let refusal = '';
    for (const bankAccountCode of [...context.settings.banks, 'SBX-BANK-1', 'SBX-BANK-2']) {
      if (ids.length === 2) break;
      const answer = await context.post(path, { ...body, bankAccountCode });
      if (answer.status !== 200) refusal ||= refusalText(answer);
      else ids.push([bankAccountCode, (await context.ask(path, { ...body, bankAccountCode })).erpPaymentId]);
    }
    demandDistinct(ids);
    if (ids.length < 2) lacks('two bank accounts that take a payment, named in cases or with --bank', path, refusal);
  },
};

const parallel: Check = {
  ...base,
  id: 'agreement/parallel-payments',
  path,
  title: 'payments at the same time pay no more than what is open, and each that is accepted lowers it',
  needs: [path, '/invoices/list'],
  uses,
  async run(context) {
    const payments = await context.discovered.payable.tooMany();
    const { erpInvoiceId } = payments[0];
    const { amountOutstanding: before } = await listedInvoice(context, erpInvoiceId);
    const answers = await Promise.all(
      payments.map(async (body) => ({ amount: body.amount, answer: await context.post(path, body) })),
    );
    const accepted = answers.filter(({ answer }) => answer.status === 200);
    const refused = answers.filter(({ answer }) => answer.status !== 200).map(({ answer }) => answer.status);
    const broken = refused.find((status) => status !== 422 && status !== 429 && status !== 503);
    demand(broken === undefined, 'status', `a payment that no longer fits is refused with ${broken}, not with 422`);
    const paid = sum(accepted.map(({ amount }) => amount));
    const { amountOutstanding: after } = await listedInvoice(context, erpInvoiceId);
    const message = `${accepted.length} of ${answers.length} payments were accepted, ${paid} together; ${before} was open, and ${after} is`;
    demand(compare(paid, before) <= 0, 'agreement', message, 'amount');
    demand(isEqual(subtract(before, paid), after), 'agreement', message, 'amountOutstanding');
    demand(accepted.length > 0, 'status', 'none of several payments at the same time was accepted');
  },
};

async function listedInvoice(context: CheckContext, id: string): Promise<Invoice> {
  const invoice = (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === id);
  return invoice ?? fail('listed', `invoice ${id} is not listed`, 'invoices');
}

/** Open invoices that a run may pay: of a foreign ERP only those that an earlier run has pushed, where it takes pushed invoices. */
async function payable(context: CheckContext): Promise<readonly Invoice[]> {
  const all = await changedSince(context);
  const open = all.filter((one) => compare(one.amountOutstanding, 0) > 0 && !isTakenBack(one));
  return (await paysOwnInvoices(context)) ? open.filter(({ invoiceNumber }) => invoiceNumber.startsWith('SBX-')) : open;
}

const paysOwnInvoices = async ({ fixture, discovered }: CheckContext): Promise<boolean> =>
  fixture === undefined && (await discovered.payable.arePushed());

const oldInvoicePaid: Check = {
  ...base,
  id: 'agreement/paid-long-after',
  path: '/invoices/list',
  title: 'a payment makes an invoice of long ago a change, and lowers what is outstanding by its amount',
  clause: 'ruling: requests',
  needs: ['/invoices/list', path],
  uses,
  async run(context) {
    demandSince(context);
    const candidates = await payable(context);
    const since = await nextSecond(context);
    const recent = new Set((await changedSince(context, since)).map(({ erpInvoiceId }) => erpInvoiceId));
    let refusal = '';
    for (const before of context.sample(
      candidates.filter(({ erpInvoiceId }) => !recent.has(erpInvoiceId)),
      20,
    )) {
      const { erpInvoiceId, amountOutstanding, invoiceNumber } = before;
      const paid = await context.discovered.payable.pay(before);
      if (paid.kind === 'refused') {
        refusal ||= paid.reason;
        continue;
      }
      const { amount } = paid.body;
      const after = (await changedSince(context, since)).find((one) => one.erpInvoiceId === erpInvoiceId);
      if (after === undefined)
        fail(
          'modified-since',
          `${invoiceNumber}, paid a moment ago, is not among the changes since ${since}`,
          'invoices',
        );
      const expected = subtract(amountOutstanding, amount);
      const message = `${invoiceNumber}: ${after.amountOutstanding} is open after a payment of ${amount} on ${amountOutstanding}`;
      demand(isEqual(after.amountOutstanding, expected), 'listed', message, 'amountOutstanding');
      return;
    }
    const whose = (await paysOwnInvoices(context)) ? ', pushed by an earlier run (SBX-...)' : '';
    lacks(`an open invoice${whose} that takes a payment and did not change just now`, '/invoices/list', refusal);
  },
};

export const paymentRules: readonly Check[] = [paymentKey, paymentBank, parallel, oldInvoicePaid];
