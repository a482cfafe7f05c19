/** Payments: many at once on one invoice, in other currencies, by a journal without an outstanding account, and in a locked period. */
import Big from 'big.js';
import { numberOf, only, type Row, refOf, textOf } from '../odoo.ts';
import { idIn, push, stampOf, type Trials } from './trial.ts';

const moveOf = async ({ odoo }: Trials, id: number): Promise<Row> =>
  (await odoo.rows('account.move', [['id', '=', id]], ['amount_residual', 'amount_total', 'payment_state']))[0] ?? {};

async function invoiceOf(trials: Trials, debtor: number, currency: string, amount: number): Promise<number> {
  const request = { invoiceNumber: `P ${stampOf()}`, erpDebtorId: String(debtor), issueDate: '2026-11-02', currency };
  const answer = await push(trials, '/invoices/push', {
    ...request,
    lines: [{ description: 'Work', quantity: 1, unitPrice: amount }],
  });
  if (answer.status !== 200) throw new Error(`The invoice to be paid: ${answer.status} ${answer.text}`);
  return idIn(answer, 'erpInvoiceId');
}

/** Twenty different payments of one invoice of 90.00 at once. Each is accepted or refused, those that were accepted are at most 90.00, and Odoo has booked just them. */
export async function parallelTrial(trials: Trials, debtor: number): Promise<readonly string[]> {
  const invoice = await invoiceOf(trials, debtor, 'EUR', 90);
  const amounts = Array.from({ length: 20 }, (_, index) =>
    Number(new Big('5.01').plus(new Big('0.11').times(index)).toString()),
  );
  const answers = await Promise.all(
    amounts.map((amount) =>
      push(trials, '/payments/push', { erpInvoiceId: String(invoice), amount, paymentDate: '2026-11-03' }),
    ),
  );
  const accepted = amounts.filter((_, index) => answers[index]?.status === 200);
  const sum = accepted.reduce((total, amount) => total.plus(amount), new Big(0));
  const { amount_residual } = await moveOf(trials, invoice);
  const booked = await trials.odoo
    .rows('account.payment', [['memo', '=like', `${invoice}/%`]], ['amount'])
    .catch(() => trials.odoo.rows('account.payment', [['ref', '=like', `${invoice}/%`]], ['amount']));
  const inOdoo = booked.reduce((total, one) => total.plus(numberOf(one.amount)), new Big(0));
  const others = answers.filter(({ status }) => ![200, 422].includes(status));
  const wrong: string[] = others.map(({ status, text }) => `a payment was answered with ${status} ${text}`);
  if (sum.gt(90))
    wrong.push(`${accepted.length} of 20 payments were accepted, ${sum.toString()} of an invoice of 90.00`);
  if (inOdoo.gt(90)) wrong.push(`Odoo has payments of ${inOdoo.toString()} on an invoice of 90.00`);
  if (!new Big(90).minus(sum).eq(numberOf(amount_residual)))
    wrong.push(`${sum.toString()} were accepted, ${amount_residual} of 90.00 are open in Odoo`);
  return wrong;
}

/** A whole invoice in a currency with three decimals, paid by a journal without an outstanding account. */
export async function journalTrial(trials: Trials, debtor: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [currency, amount] of [
    ['KWD', 12.34],
    ['JPY', 101],
    ['EUR', 0.01],
  ] as const) {
    const invoice = await invoiceOf(trials, debtor, currency, amount);
    const request = { erpInvoiceId: String(invoice), amount, paymentDate: '2026-11-03', bankAccountCode: 'BNK2' };
    const answer = await push(trials, '/payments/push', request);
    const { amount_residual, payment_state } = await moveOf(trials, invoice);
    if (answer.status !== 200 || numberOf(amount_residual) !== 0)
      wrong.push(`${amount} ${currency}: ${answer.status} ${answer.text}, open ${amount_residual} (${payment_state})`);
  }
  return wrong;
}

/** Odoo moves the entry of a payment out of a locked period; the payment is listed on the day that was pushed. */
export async function lockedTrial(trials: Trials, debtor: number): Promise<readonly string[]> {
  const { odoo } = trials;
  const invoice = await invoiceOf(trials, debtor, 'EUR', 50);
  await odoo.call('res.company', 'write', [[1], { fiscalyear_lock_date: '2026-11-15' }]);
  try {
    const answer = await push(trials, '/payments/push', {
      erpInvoiceId: String(invoice),
      amount: 7.77,
      paymentDate: '2026-11-05',
    });
    if (answer.status !== 200) return [`${answer.status} ${answer.text}`];
    for (let page = 1; ; page += 1) {
      const { body } = await push(trials, '/payments/list', { page, limit: 500 });
      const rows: readonly unknown[] = Array.isArray(body.payments) ? body.payments : [];
      const foundRow = rows.find((row) => JSON.stringify(row).includes(`"${String(answer.body.erpPaymentId)}"`));
      if (foundRow !== undefined)
        return JSON.stringify(foundRow).includes('"2026-11-05"')
          ? []
          : [`pushed on 2026-11-05, listed as ${JSON.stringify(foundRow)}`];
      if (body.hasMore !== true) return ['the payment is not listed'];
    }
  } finally {
    await odoo.call('res.company', 'write', [[1], { fiscalyear_lock_date: false }]);
  }
}

/** Without the right to invoices a push is answered at once, is not in doubt, and goes through when the right is back. */
export async function rightsTrial(trials: Trials, debtor: number): Promise<readonly string[]> {
  const { odoo, login } = trials;
  const user = await only(odoo, 'res.users', [['login', '=', login]]);
  const group = await refOf(odoo, 'account.group_account_invoice');
  const fields = JSON.stringify(await odoo.call('res.users', 'fields_get', [['group_ids']], { attributes: ['type'] }));
  const field = fields.includes('group_ids') ? 'group_ids' : 'groups_id';
  const request = {
    invoiceNumber: `R ${stampOf()}`,
    erpDebtorId: String(debtor),
    issueDate: '2026-11-02',
    currency: 'EUR',
  };
  const body = { ...request, lines: [{ description: 'Work', quantity: 1, unitPrice: 5 }] };
  await odoo.call('res.users', 'write', [[user], { [field]: [[3, group]] }]);
  const denied = await push(trials, '/invoices/push', body);
  await odoo.call('res.users', 'write', [[user], { [field]: [[4, group]] }]);
  const granted = await push(trials, '/invoices/push', body);
  const made = await odoo.rows('account.move', [['ref', '=', textOf(request.invoiceNumber)]], ['id']);
  const wrong: string[] = [];
  if (denied.status === 200 || denied.status === 503) wrong.push(`without the right: ${denied.status} ${denied.text}`);
  if (granted.status !== 200) wrong.push(`with the right again: ${granted.status} ${granted.text}`);
  if (made.length > 1) wrong.push(`${made.length} invoices were made`);
  return wrong;
}
