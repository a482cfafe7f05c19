/** Fills the site of a finished setup wizard once; a note marks it as filled. */
import { asText, type Frappe, type Row, rowsOf } from '../frappe.ts';
import { endCustomers, makeCustomers } from './customers.ts';
import { makeInvoices } from './invoices.ts';
import { makeItems, makePriceLists, makePrices } from './items.ts';
import { makeOrders } from './orders.ts';
import { makeOtherCompany } from './other-company.ts';
import { makeSettings, type Setting } from './settings.ts';
import { creditNote, payOnAccount, payTogether } from './settle.ts';

const mark = 'Filled for a run of the engine';

/** Open invoices of a customer in euros, without terms. */
async function openInvoices(frappe: Frappe, company: string, customer: string): Promise<readonly Row[]> {
  const open = await frappe.rows(
    'Sales Invoice',
    [
      ['customer', '=', customer],
      ['docstatus', '=', 1],
      ['outstanding_amount', '>', 1],
      ['is_return', '=', 0],
      ['currency', '=', 'EUR'],
      ['company', '=', company],
      ['payment_terms_template', '=', ''],
    ],
    ['name', 'outstanding_amount', 'customer'],
  );
  return Promise.all(open.map((one) => frappe.read('Sales Invoice', asText(one.name))));
}

/** Allocates money on account and open credit notes by the tool "Payment Reconciliation". */
async function reconcile(frappe: Frappe, setting: Setting, customer: string, receivable: unknown): Promise<void> {
  const opened = await frappe.tool(
    {
      ...{ doctype: 'Payment Reconciliation', company: setting.company, party_type: 'Customer', party: customer },
      receivable_payable_account: receivable,
    },
    'get_unreconciled_entries',
  );
  const [payments, invoices] = [rowsOf(opened.payments).slice(0, 1), rowsOf(opened.invoices).slice(0, 2)];
  if (payments.length === 0 || invoices.length === 0) throw new Error(`Nothing to reconcile for ${customer}.`);
  const allocated = await frappe.tool(opened, 'allocate_entries', { payments, invoices });
  await frappe.tool(allocated, 'reconcile');
}

/** Takes the allocation of a payment back, as the button "Unreconcile" does. */
async function unreconcile(frappe: Frappe, setting: Setting, customer: string): Promise<void> {
  const payments = await frappe.rows(
    'Payment Entry',
    [
      ['party', '=', customer],
      ['docstatus', '=', 1],
    ],
    ['name'],
  );
  for (const { name } of payments) {
    const [reference] = rowsOf((await frappe.read('Payment Entry', asText(name))).references);
    if (reference === undefined) continue;
    const selection = {
      ...{ company: setting.company, voucher_type: 'Payment Entry', voucher_no: name },
      ...{ against_voucher_type: reference.reference_doctype, against_voucher_no: reference.reference_name },
    };
    await frappe.call(
      'erpnext.accounts.doctype.unreconcile_payment.unreconcile_payment.create_unreconcile_doc_for_selection',
      {
        selections: JSON.stringify([selection]),
      },
    );
    return;
  }
  throw new Error(`${customer} has no payment of an invoice.`);
}

/** Payments of several invoices, money on account and credit notes that stay open. */
export async function makeRest(frappe: Frappe, setting: Setting, all: readonly string[]): Promise<void> {
  for (const customer of [all[0] ?? '', all[3] ?? '']) {
    const [first, second, third] = await openInvoices(frappe, setting.company, customer);
    if (first !== undefined && second !== undefined) await payTogether(frappe, setting, [first, second]);
    if (third !== undefined) await creditNote(frappe, third, true, true);
  }
  await payOnAccount(frappe, setting, all[1] ?? '', 123.45);
  await payOnAccount(frappe, setting, all[5] ?? '', 77.1);
  const { default_receivable_account } = await frappe.read('Company', setting.company);
  for (const customer of [all[1] ?? '', all[5] ?? ''])
    await reconcile(frappe, setting, customer, default_receivable_account);
  await unreconcile(frappe, setting, all[4] ?? '');
}

/** Returns the name of the customer that drafts are booked to. */
export async function fill(frappe: Frappe, company: string): Promise<string> {
  const [marked] = await frappe.rows('Note', [['title', '=', mark]], ['content']);
  if (marked !== undefined) return asText(marked.content).replace(/<[^>]*>/g, '');
  const [document] = await frappe.rows('Sales Invoice', [], ['name']);
  if (document !== undefined)
    throw new Error('This site has documents already. Give the run one whose setup wizard has just finished.');
  const setting = await makeSettings(frappe, company);
  await makePriceLists(frappe);
  const customers = await makeCustomers(frappe, setting);
  await makeItems(frappe);
  await makePrices(frappe, company, { group: 'Wholesale', priced: customers.priced });
  await makeOrders(frappe, setting, customers);
  await makeInvoices(frappe, setting, customers);
  await makeRest(frappe, setting, customers.all);
  await makeOtherCompany(frappe, setting, customers);
  await endCustomers(frappe, customers);
  await frappe.create('Note', { title: mark, public: 1, content: customers.draftCustomer });
  return customers.draftCustomer;
}
