/** A second company, in dollars, with documents of customers that the first one has too. */
import { asText, type Frappe, nameOf, numberOf, partyDetails, rowsOf } from '../frappe.ts';
import type { Customers } from './customers.ts';
import { account, bankNumber, type Setting } from './settings.ts';
import { creditNote, payAll } from './settle.ts';

export const otherCompany = 'Kern Trading Ltd';

export async function makeOtherCompany(frappe: Frappe, { terms }: Setting, { all }: Customers): Promise<void> {
  const company = otherCompany;
  await frappe.create('Company', {
    ...{ company_name: company, abbr: 'KT', default_currency: 'USD', country: 'Ireland' },
    ...{ chart_of_accounts: 'Standard with Numbers', credit_limit: 250_000.5 },
  });
  const bank = await account(frappe, { company }, { account_name: 'Bank', account_number: bankNumber }, 'Bank');
  const { credit_limits } = await frappe.read('Customer', all[0] ?? '');
  const limits = rowsOf(credit_limits).map((row) => ({ company: row.company, credit_limit: row.credit_limit }));
  await frappe.change('Customer', all[0] ?? '', { credit_limits: [{ company, credit_limit: 70_000 }, ...limits] });
  // The default warehouse of Stock Settings is one of the first company.
  const { item_defaults } = await frappe.read('Item', 'STOCK-1');
  const ofFirst = rowsOf(item_defaults).map((row) => ({
    company: row.company,
    default_warehouse: row.default_warehouse,
  }));
  await frappe.change('Item', 'STOCK-1', {
    item_defaults: [...ofFirst, { company, default_warehouse: 'Stores - KT' }],
  });
  for (const [index, customer] of [all[0], all[1], all[4], all[5]].entries()) {
    if (customer === undefined) continue;
    const details = await partyDetails(frappe, 'Sales Invoice', customer, company);
    const { currency, selling_price_list } = details;
    const hasTerms = asText(details.payment_terms_template) !== '';
    const head = { company, customer, currency, selling_price_list };
    const items = [
      { item_code: 'SAW-1', qty: 2 + index, rate: 500.5 },
      { item_code: 'NAIL/2', qty: 3, uom: 'Box', rate: 9.99 },
    ];
    for (const docstatus of [0, 1])
      await frappe.create('Sales Order', {
        ...{
          ...head,
          docstatus,
          items,
          transaction_date: '2026-05-04',
          delivery_date: '2026-12-31',
          po_no: `OTHER-${index}${docstatus}`,
        },
      });
    const invoice = async (posting_date: string, more: Record<string, unknown> = {}): Promise<string> =>
      nameOf(
        await frappe.create('Sales Invoice', {
          ...{ ...head, docstatus: 1, items, set_posting_time: 1, posting_date },
          ...{ disable_rounded_total: 1, ...more },
        }),
      );
    await invoice('2026-04-15', { po_no: 'R-0/26', ...(hasTerms ? {} : { due_date: '2026-12-01' }) });
    await invoice('2026-08-15', { payment_terms_template: terms });
    const paid = await frappe.read('Sales Invoice', await invoice('2026-09-15'));
    if (numberOf(paid.outstanding_amount) > 0 && paid.party_account_currency === paid.currency)
      await payAll(frappe, bank, asText(paid.name));
    const credited = await frappe.read('Sales Invoice', await invoice('2026-09-16'));
    await creditNote(frappe, credited, index % 2 === 0, true);
  }
}
