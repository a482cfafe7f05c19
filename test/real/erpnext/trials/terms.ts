/** Payment terms whose payments must name the term that they pay (Allocate Payment Based On Payment Terms). */
import { payAll } from '../fill/settle.ts';
import { asText, nameOf, type Row, rowsOf } from '../frappe.ts';
import { push, stampOf, type Trials } from './trial.ts';

/** A push for a customer with such terms, and what a person and the service can pay of it. */
async function payPushed(trials: Trials, bank: string, dueDate: string | undefined): Promise<readonly string[]> {
  const { frappe } = trials;
  const when = dueDate === undefined ? 'without a due date' : 'with a due date';
  const answer = await push(trials, '/invoices/push', {
    ...{
      invoiceNumber: `A ${stampOf()}`,
      erpDebtorId: trials.debtor,
      issueDate: '2026-11-02',
      currency: 'EUR',
      dueDate,
    },
    lines: [{ description: 'Work', quantity: 1, unitPrice: 100.02 }],
  });
  if (answer.status !== 200) return [`${when}: ${answer.status} ${answer.text}`];
  const wrong: string[] = [];
  const name = String(answer.body.erpInvoiceId);
  const invoice = await frappe.read('Sales Invoice', name);
  const days = rowsOf(invoice.payment_schedule).map(({ due_date }) => due_date);
  const expected = dueDate === undefined ? ['2026-11-16', '2026-12-17'] : [dueDate];
  if (days.join() !== expected.join()) wrong.push(`${when}: it is due on ${days.join()}`);
  const pushed = await push(trials, '/payments/push', { erpInvoiceId: name, amount: 60.01, paymentDate: '2026-11-10' });
  const entries = await frappe.rows(
    'Payment Entry',
    [['Payment Entry Reference', 'reference_name', '=', name]],
    ['name'],
  );
  const isRefused = dueDate === undefined;
  if (pushed.status !== (isRefused ? 422 : 200) || entries.length !== (isRefused ? 0 : 1))
    wrong.push(`${when}, a pushed payment: ${pushed.status} ${pushed.text}; ${entries.length} entries`);
  const paid = await payAll(frappe, bank, name).catch((error: Error) => error.message);
  const { outstanding_amount } = await frappe.read('Sales Invoice', name);
  if (outstanding_amount !== 0)
    wrong.push(`${when}, a person cannot pay it: ${typeof paid === 'string' ? paid : nameOf(paid)}`);
  return wrong;
}

/** The customer has such terms for the time of the trial. */
export async function termsTrial(trials: Trials, bank: string): Promise<readonly string[]> {
  const { frappe, debtor } = trials;
  const isAllocated = [['allocate_payment_based_on_payment_terms', '=', 1]];
  const [template] = await frappe.rows('Payment Terms Template', isAllocated, ['name']);
  const setTerms = (payment_terms: string): Promise<Row> => frappe.change('Customer', debtor, { payment_terms });
  await setTerms(asText(template?.name));
  const wrong = [...(await payPushed(trials, bank, '2026-12-24')), ...(await payPushed(trials, bank, undefined))];
  await setTerms('');
  return wrong;
}
