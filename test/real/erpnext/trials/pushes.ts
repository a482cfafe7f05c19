/** Pushes that the sandbox does not make: totals of odd amounts, many payments at once, and a missing role. */
import { setTimeout as wait } from 'node:timers/promises';
import Big from 'big.js';
import { numberOf, type Row, rowsOf } from '../frappe.ts';
import { type Pushed, push, pushInvoice, stampOf, type Trials } from './trial.ts';

/** Of one payment, while others of the same invoice are written. */
const mostAttempts = 10;
const factors = [
  ['0.5', '10.99'],
  ['0.33', '0.15'],
  ['3', '0.335'],
  ['0.125', '8'],
  ['1.5', '336.3'],
  ['7', '12.3456'],
  ['-1', '0.07'],
  ['0.75', '0.11'],
  ['19.99', '0.005'],
  ['2', '10.5'],
] as const;

/** Lines whose quantity x price is no whole cent: ERPNext has to post the pushed total to the last digit, without tax. */
export async function totalsTrial(trials: Trials, count: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const lines = Array.from({ length: 3 + number }, (_, index) => {
      const [quantity = '1', unitPrice = '1'] = factors[(index * 3 + number) % factors.length] ?? [];
      const amount = new Big(quantity).times(unitPrice).round(2, Big.roundHalfUp);
      return {
        description: `<Line> ${index} & more`,
        quantity: Number(quantity),
        unitPrice: Number(unitPrice),
        amount,
      };
    });
    const total = lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
    const invoiceNumber = `2026/${stampOf()}-${number}`;
    const answer = await push(trials, '/invoices/push', {
      ...{ invoiceNumber, erpDebtorId: trials.debtor, issueDate: '2026-11-02', currency: 'EUR' },
      lines: lines.map(({ amount, ...line }) =>
        number % 2 === 0 ? { ...line, amount: Number(amount.toString()) } : line,
      ),
    });
    if (answer.status !== 200) {
      if (total.gte(0)) wrong.push(`${invoiceNumber}: ${answer.status} ${answer.text}`);
      continue;
    }
    const invoice = await trials.frappe.read('Sales Invoice', String(answer.body.erpInvoiceId));
    const isExact = ['grand_total', 'outstanding_amount'].every((field) => total.eq(numberOf(invoice[field])));
    if (!isExact || invoice.docstatus !== 1)
      wrong.push(
        `${invoiceNumber}: pushed ${total.toString()}, ERPNext has ${invoice.grand_total}, open ${invoice.outstanding_amount}`,
      );
  }
  return wrong;
}

/** Pushes a payment again while the service asks for that, because another payment of the invoice is being written. */
async function pushUntilAnswered(trials: Trials, payment: Row): Promise<Pushed> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await push(trials, '/payments/push', payment);
    if (answer.status !== 503 || attempt === mostAttempts) return answer;
    await wait(1_000);
  }
}

/** Twenty different payments of one invoice of 90.00 at once. Each is accepted or refused, those that were accepted are at most 90.00, and ERPNext has booked just them. */
export async function parallelTrial(trials: Trials): Promise<readonly string[]> {
  const invoice = await pushInvoice(trials, `P ${stampOf()}`, 90);
  const amounts = Array.from({ length: 20 }, (_, index) =>
    Number(new Big('5.01').plus(new Big('0.11').times(index)).toString()),
  );
  const answers = await Promise.all(
    amounts.map((amount) => pushUntilAnswered(trials, { erpInvoiceId: invoice, amount, paymentDate: '2026-11-03' })),
  );
  const sum = amounts
    .filter((_, index) => answers[index]?.status === 200)
    .reduce((total, amount) => total.plus(amount), new Big(0));
  const { outstanding_amount } = await trials.frappe.read('Sales Invoice', invoice);
  const isPaid = [
    ['Payment Entry Reference', 'reference_name', '=', invoice],
    ['docstatus', '=', 1],
  ];
  const booked = await trials.frappe.rows('Payment Entry', isPaid, ['paid_amount']);
  const inErp = booked.reduce((total, one) => total.plus(numberOf(one.paid_amount)), new Big(0));
  const wrong = answers
    .filter(({ status }) => ![200, 422].includes(status))
    .map(({ status, text }) => `a payment was answered with ${status} ${text}`);
  if (sum.gt(90)) wrong.push(`${sum.toString()} of an invoice of 90.00 were accepted`);
  if (!inErp.eq(sum)) wrong.push(`${sum.toString()} were accepted, ERPNext has ${inErp.toString()}`);
  if (!new Big(90).minus(sum).eq(numberOf(outstanding_amount)))
    wrong.push(`${sum.toString()} were accepted, ${outstanding_amount} of 90.00 are open in ERPNext`);
  return wrong;
}

/** Ten callers push the same documents at once: one of each is made. */
export async function sameTrial(trials: Trials): Promise<readonly string[]> {
  const wrong: string[] = [];
  const number = `S ${stampOf()}`;
  const names = await Promise.all(Array.from({ length: 10 }, () => pushInvoice(trials, number, 20)));
  const invoices = await trials.frappe.rows('Sales Invoice', [['po_no', '=', number]], ['name']);
  if (new Set(names).size !== 1 || invoices.length !== 1) wrong.push(`${invoices.length} invoices: ${names.join()}`);
  const draft: Row = { poNumber: number, currency: 'EUR', lines: [{ sku: 'SAW-1', qty: 1, unitPrice: 5 }] };
  const answers = await Promise.all(Array.from({ length: 10 }, () => push(trials, '/sale-draft', draft)));
  const orders = await trials.frappe.rows('Sales Order', [['po_no', '=', number]], ['name']);
  if (new Set(answers.map(({ text }) => text)).size !== 1 || orders.length !== 1)
    wrong.push(`${orders.length} orders: ${answers.map(({ text }) => text).join()}`);
  return wrong;
}

/** Without its role a push is answered at once, is not in doubt, and goes through when the role is back. */
export async function rightsTrial(trials: Trials): Promise<readonly string[]> {
  const { frappe, apiUser, debtor } = trials;
  const invoiceNumber = `R ${stampOf()}`;
  const body = {
    ...{ invoiceNumber, erpDebtorId: debtor, issueDate: '2026-11-02', currency: 'EUR' },
    lines: [{ description: 'Work', quantity: 1, unitPrice: 5 }],
  };
  const { roles } = await frappe.read('User', apiUser);
  await frappe.change('User', apiUser, { roles: [{ role: 'Sales User' }, { role: 'Sales Manager' }] });
  const denied = await push(trials, '/invoices/push', body);
  await frappe.change('User', apiUser, { roles: rowsOf(roles).map(({ role }) => ({ role })) });
  const granted = await push(trials, '/invoices/push', body);
  const invoices = await frappe.rows('Sales Invoice', [['po_no', '=', invoiceNumber]], ['name']);
  const wrong: string[] = [];
  if (denied.status === 200 || denied.status === 503) wrong.push(`without the role: ${denied.status} ${denied.text}`);
  if (granted.status !== 200) wrong.push(`with the role again: ${granted.status} ${granted.text}`);
  if (invoices.length !== 1) wrong.push(`${invoices.length} invoices were made`);
  return wrong;
}
