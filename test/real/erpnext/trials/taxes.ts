/** Tax rules: drafts have the taxes that ERPNext's form takes for the customer, and pushed invoices never get any. */
import { asText, nameOf, partyDetails, type Row, rowOf, rowsOf } from '../frappe.ts';
import { push, stampOf, type Trials } from './trial.ts';

const accounts = 'erpnext.controllers.accounts_controller';

/** What a form copies of a template, and what ERPNext computes of it. */
const fields = [
  ...['charge_type', 'account_head', 'description', 'rate', 'tax_amount', 'included_in_print_rate', 'row_id'],
  ...['cost_center', 'total', 'base_tax_amount'],
];

const taxesOf = (order: Row): string =>
  JSON.stringify([
    ...rowsOf(order.taxes).map((row) => fields.map((field) => row[field] ?? null)),
    ...['net_total', 'total_taxes_and_charges', 'grand_total', 'rounded_total'].map((field) => order[field]),
  ]);

/** A template with a tax on the lines, a tax on that tax, and a fixed charge. */
async function makeTemplate({ frappe, company }: Trials): Promise<string> {
  const isTax = [
    ['company', '=', company],
    ['account_type', '=', 'Tax'],
    ['is_group', '=', 0],
  ];
  const [account] = await frappe.rows('Account', isTax, ['name']);
  const row = { account_head: account?.name, included_in_print_rate: 0 };
  const template = await frappe.create('Sales Taxes and Charges Template', {
    ...{ title: `Rule ${stampOf()}`, company },
    taxes: [
      { ...row, charge_type: 'On Net Total', description: 'Tax', rate: 7.7 },
      { ...row, charge_type: 'On Previous Row Amount', row_id: '1', description: 'Tax of the tax', rate: 9.9 },
      { ...row, charge_type: 'Actual', description: 'Postage', tax_amount: 4.95 },
    ],
  });
  return nameOf(template);
}

/** Pushes a draft, saves the same order with the taxes of the form, and compares both. */
async function compareDraft(trials: Trials, when: string): Promise<readonly string[]> {
  const { frappe, company, draftCustomer } = trials;
  const lines = [
    { sku: 'SAW-1', qty: 3, unitPrice: 33.33 },
    { sku: "O'RING", qty: 7, unitPrice: 0.99 },
  ];
  const answer = await push(trials, '/sale-draft', { poNumber: `T ${stampOf()}`, currency: 'EUR', lines });
  if (answer.status !== 200) return [`${when}: ${answer.status} ${answer.text}`];
  const draft = await frappe.read('Sales Order', String(answer.body.saleId));
  const { taxes_and_charges } = await partyDetails(frappe, 'Sales Order', draftCustomer, company);
  // The form takes the template of a rule, else the default template of the company (transaction.js).
  const master_doctype = 'Sales Taxes and Charges Template';
  const taxesAndTemplate =
    asText(taxes_and_charges) === ''
      ? rowOf(await frappe.call(`${accounts}.get_default_taxes_and_charges`, { master_doctype, company }))
      : {
          taxes_and_charges,
          taxes: await frappe.call(`${accounts}.get_taxes_and_charges`, {
            master_doctype,
            master_name: taxes_and_charges,
          }),
        };
  const byForm = await frappe.create('Sales Order', {
    ...{ company, customer: draftCustomer, currency: 'EUR', ignore_pricing_rule: 1, delivery_date: '2027-12-31' },
    ...taxesAndTemplate,
    items: lines.map(({ sku, qty, unitPrice }) => ({ item_code: sku, qty, rate: unitPrice })),
  });
  await frappe.remove('Sales Order', nameOf(byForm));
  const [ours, theirs] = [taxesOf(draft), taxesOf(byForm)];
  return ours === theirs ? [] : [`${when}: the draft has ${ours}, the form ${theirs}`];
}

/** Pushes an invoice while ERPNext adds the taxes of rules, and when it does not any more. */
async function compareInvoice(trials: Trials): Promise<readonly string[]> {
  const { frappe, debtor } = trials;
  const invoiceNumber = `T ${stampOf()}`;
  const body = {
    ...{ invoiceNumber, erpDebtorId: debtor, issueDate: '2026-11-02', currency: 'EUR' },
    lines: [{ description: 'Work', quantity: 1, unitPrice: 200 }],
  };
  const adds = (value: number): Promise<Row> =>
    // only one of both can be on
    frappe.change('Accounts Settings', 'Accounts Settings', {
      ...{ add_taxes_from_taxes_and_charges_template: value, add_taxes_from_item_tax_template: 1 - value },
    });
  await adds(1);
  const refused = await push(trials, '/invoices/push', body);
  await adds(0);
  const made = await frappe.rows('Sales Invoice', [['po_no', '=', invoiceNumber]], ['name']);
  const accepted = await push(trials, '/invoices/push', body);
  const wrong: string[] = [];
  if (refused.status !== 422) wrong.push(`while ERPNext adds taxes: ${refused.status} ${refused.text}`);
  if (made.length > 0) wrong.push(`the refused invoice is ${made.map(nameOf).join()}`);
  if (accepted.status !== 200) return [...wrong, `with a rule alone: ${accepted.status} ${accepted.text}`];
  const invoice = await frappe.read('Sales Invoice', String(accepted.body.erpInvoiceId));
  if (invoice.grand_total !== 200 || rowsOf(invoice.taxes).length > 0)
    wrong.push(`with a rule alone: ${invoice.grand_total} and ${rowsOf(invoice.taxes).length} taxes`);
  return wrong;
}

/** With a rule for all customers and a preferred one for the customer of drafts; the rules are removed in the end. */
export async function taxTrial(trials: Trials): Promise<readonly string[]> {
  const { frappe, company, draftCustomer } = trials;
  const before = await compareDraft(trials, 'without a rule');
  const template = await makeTemplate(trials);
  const [inside] = await frappe.rows('Sales Taxes and Charges Template', [['title', '=', 'VAT 19 % inside']], ['name']);
  const rule = (sales_tax_template: string, more: Row): Promise<Row> =>
    frappe.create('Tax Rule', { tax_type: 'Sales', company, sales_tax_template, ...more });
  const general = await rule(asText(inside?.name), { priority: 1 });
  const wrong = [...before, ...(await compareDraft(trials, 'with a rule for all')), ...(await compareInvoice(trials))];
  const special = await rule(template, { customer: draftCustomer, priority: 2 });
  wrong.push(...(await compareDraft(trials, 'with a rule for the customer')));
  for (const { name } of [special, general]) await frappe.remove('Tax Rule', asText(name));
  return wrong;
}
