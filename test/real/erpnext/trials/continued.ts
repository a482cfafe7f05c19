/** Documents of the service that a person continues in ERPNext: submitted, invoiced, paid, returned, cancelled, copied and amended. */

import { submitPrepared } from '../fill/orders.ts';
import { creditNote, payAll } from '../fill/settle.ts';
import { asText, type Frappe, nameOf, numberOf, type Row, rowsOf } from '../frappe.ts';
import { listed, push, pushInvoice, stampOf, type Trials } from './trial.ts';

const orders = 'erpnext.selling.doctype.sales_order.sales_order';

/** A draft keeps its stated prices while it is submitted and invoiced; its push can be repeated all the time. */
export async function draftTrial(trials: Trials, bank: string): Promise<readonly string[]> {
  const { frappe } = trials;
  const wrong: string[] = [];
  const request = {
    ...{ poNumber: `PO ${stampOf()} & Co 100%`, currency: 'EUR' },
    lines: [
      { sku: 'SAW-1', qty: 3, unitPrice: 81.01 },
      { sku: 'NAIL/2', qty: 2, unitPrice: 9.99 },
      { sku: "O'RING", qty: 12, unitPrice: 0.01 },
      { sku: 'TEA 50%', qty: 1 },
    ],
  };
  const answer = await push(trials, '/sale-draft', request);
  if (answer.status !== 200) return [`the draft: ${answer.status} ${answer.text}`];
  const name = String(answer.body.saleId);
  const check = async (when: string): Promise<void> => {
    const order = await frappe.read('Sales Order', name);
    for (const [index, { sku, qty, unitPrice }] of request.lines.entries()) {
      const line = rowsOf(order.items)[index];
      const isAsPushed =
        line?.item_code === sku && line.qty === qty && (unitPrice === undefined || line.rate === unitPrice);
      if (!isAsPushed) wrong.push(`${when}: line ${index} is ${line?.qty} ${line?.item_code} at ${line?.rate}`);
    }
    const repeat = await push(trials, '/sale-draft', request);
    if (repeat.text !== answer.text) wrong.push(`${when}, a repeat: ${repeat.status} ${repeat.text}`);
  };
  await check('as a draft');
  await frappe.change('Sales Order', name, { docstatus: 1 });
  await check('when submitted');
  const { grand_total, rounded_total } = await frappe.read('Sales Order', name);
  const invoice = await submitPrepared(
    frappe,
    await frappe.call(`${orders}.make_sales_invoice`, { source_name: name }),
  );
  if (invoice.grand_total !== grand_total)
    wrong.push(`the order is of ${grand_total}, its invoice of ${invoice.grand_total}`);
  await payAll(frappe, bank, nameOf(invoice));
  const paid = await frappe.read('Sales Invoice', nameOf(invoice));
  if (paid.outstanding_amount !== 0)
    wrong.push(`${paid.outstanding_amount} of ${rounded_total} are open after the payment`);
  await check('when invoiced and paid');
  return wrong;
}

/** Each step changes the open amount, and with it the time by which the service selects changes. */
export async function invoiceTrial(trials: Trials, bank: string): Promise<readonly string[]> {
  const { frappe } = trials;
  const wrong: string[] = [];
  const name = await pushInvoice(trials, `C ${stampOf()}`, 100.1);
  let changed = asText((await frappe.read('Sales Invoice', name)).modified);
  const check = async (step: string, open: number, status: string): Promise<void> => {
    const row = await listed(trials, '/customer-invoices/list', 'invoices', ['erpInvoiceId', name]);
    if (row?.amountOpen !== open || row.status !== status) wrong.push(`${step}: listed as ${JSON.stringify(row)}`);
    const { modified } = await frappe.read('Sales Invoice', name);
    if (asText(modified) <= changed) wrong.push(`${step}: the time of change stays ${changed}`);
    changed = asText(modified);
  };
  const pay = (amount: number): ReturnType<typeof push> =>
    push(trials, '/payments/push', { erpInvoiceId: name, amount, paymentDate: '2026-11-10' });
  const first = await pay(40.05);
  await check('a pushed payment', 60.05, 'authorised');
  const byPerson = await payAll(frappe, bank, name);
  await check('a payment in ERPNext', 0, 'paid');
  const late = await pay(1);
  if (late.status !== 422) wrong.push(`a payment of a paid invoice: ${late.status} ${late.text}`);
  await frappe.cancel('Payment Entry', nameOf(byPerson));
  await check('that payment cancelled', 60.05, 'authorised');
  const [payment = ''] = String(first.body.erpPaymentId).split(':');
  const { references } = await frappe.read('Payment Entry', payment);
  if (numberOf(rowsOf(references)[0]?.allocated_amount) !== 40.05)
    wrong.push(`the pushed payment has ${JSON.stringify(references)}`);
  await frappe.cancel('Payment Entry', payment);
  await check('the pushed payment cancelled', 100.1, 'authorised');
  const note = await creditNote(frappe, await frappe.read('Sales Invoice', name), false, false, '2026-11-20');
  await check('a credit note', 0, 'paid');
  await frappe.cancel('Sales Invoice', nameOf(note));
  await check('the credit note cancelled', 100.1, 'authorised');
  await frappe.cancel('Sales Invoice', name);
  await check('cancelled', 0, 'voided');
  return wrong;
}

/** What a copy in the form takes over: fields that are not set by the system. */
async function copyOf(frappe: Frappe, doctype: string, name: string, values: Row): Promise<Row> {
  const {
    creation,
    modified,
    modified_by,
    owner,
    docstatus,
    name: _,
    status,
    outstanding_amount,
    ...kept
  } = await frappe.read(doctype, name);
  const items = rowsOf(kept.items).map(({ name: __, parent, ...row }) => row);
  return frappe.create(doctype, { ...kept, items, payment_schedule: [], ...values });
}

/** Copies and amendments by a person have their own numbers, and a repeat of the push answers the first document. */
export async function copyTrial(trials: Trials): Promise<readonly string[]> {
  const { frappe } = trials;
  const wrong: string[] = [];
  const number = `D ${stampOf()}`;
  const name = await pushInvoice(trials, number, 7.77);
  const copy = nameOf(await copyOf(frappe, 'Sales Invoice', name, {}));
  await frappe.change('Sales Invoice', copy, { docstatus: 1 });
  const check = async (document: string, expected: string): Promise<void> => {
    const row = await listed(trials, '/customer-invoices/list', 'invoices', ['erpInvoiceId', document]);
    if (row?.invoiceNumber !== expected)
      wrong.push(`${document} is listed as ${JSON.stringify(row)}, not as ${expected}`);
  };
  await check(name, number);
  await check(copy, copy);
  if ((await pushInvoice(trials, number, 7.77)) !== name) wrong.push('a repeat of the push has another document');
  await frappe.cancel('Sales Invoice', name);
  const amended = nameOf(await copyOf(frappe, 'Sales Invoice', name, { amended_from: name }));
  await frappe.change('Sales Invoice', amended, { docstatus: 1 });
  await check(amended, amended);
  await check(name, number);
  return wrong;
}
