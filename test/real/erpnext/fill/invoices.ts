/** Invoices of every kind: taxes on top and inside, discounts, instalments, currencies, tills, openings, drafts, cancelled and amended ones. */
import { asText, type Frappe, nameOf, numberOf, partyDetails, type Row, rowsOf } from '../frappe.ts';
import type { Customers } from './customers.ts';
import { soldCodes } from './items.ts';
import type { Setting } from './settings.ts';
import { settle } from './settle.ts';

/** An item row; the income account is that of the company. */
const line = (item_code: string, qty: number, rate: number, more: Row = {}): Row => ({ item_code, qty, rate, ...more });

function kindOf(setting: Setting, index: number, currency: unknown): Row {
  switch (index % 12) {
    case 1:
      return { taxes_and_charges: setting.taxOnTop };
    case 2:
      return {
        taxes_and_charges: setting.taxInside,
        additional_discount_percentage: 7.5,
        apply_discount_on: 'Grand Total',
      };
    case 3:
      return { payment_terms_template: setting.terms };
    case 4:
      return { discount_amount: 1.11, apply_discount_on: 'Net Total', taxes_and_charges: setting.taxOnTop };
    case 5:
      return { disable_rounded_total: 1, taxes_and_charges: setting.taxOnTop };
    case 6:
      // With another currency the company would need an account for rounding differences of openings.
      return currency === 'EUR' ? { is_opening: 'Yes', disable_rounded_total: 1 } : {};
    case 7:
    case 10:
      return { payment_terms_template: setting.allocatedTerms };
    default:
      return {};
  }
}

/** Taxes of a template, as the form copies them. */
async function taxesOf(frappe: Frappe, template: unknown): Promise<Row> {
  if (typeof template !== 'string') return {};
  const { taxes } = await frappe.read('Sales Taxes and Charges Template', template);
  return {
    taxes: rowsOf(taxes).map(({ charge_type, account_head, description, rate, included_in_print_rate }) => ({
      ...{ charge_type, account_head, description, rate, included_in_print_rate },
    })),
  };
}

/** Income of invoices from before the first day is booked to the account for openings. */
async function openingAccount(frappe: Frappe, company: string): Promise<string> {
  const isOpening = [
    ['company', '=', company],
    ['account_type', '=', 'Temporary'],
  ];
  const [account] = await frappe.rows('Account', isOpening, ['name']);
  return asText(account?.name);
}

async function till(frappe: Frappe, setting: Setting, customer: string): Promise<void> {
  await frappe.change('Mode of Payment', 'Cash', {
    accounts: [{ company: setting.company, default_account: setting.bank }],
  });
  for (const [rate, paid] of [
    [25, 25],
    [40, 15.5],
    [18.4, 20],
  ] as const)
    await frappe.create('Sales Invoice', {
      ...{
        company: setting.company,
        customer,
        is_pos: 1,
        set_posting_time: 1,
        posting_date: '2026-09-09',
        docstatus: 1,
      },
      ...{ due_date: '2026-10-09', items: [line("O'RING", 1, rate)], account_for_change_amount: setting.bank },
      payments: [{ mode_of_payment: 'Cash', account: setting.bank, amount: paid }],
    });
}

/** An amended copy replaces a cancelled invoice, with `-1` at the end of its name. */
async function amend(frappe: Frappe, cancelled: Row): Promise<void> {
  await frappe.create('Sales Invoice', {
    ...{ company: cancelled.company, customer: cancelled.customer, set_posting_time: 1, docstatus: 1 },
    ...{ posting_date: cancelled.posting_date, due_date: cancelled.due_date, amended_from: cancelled.name },
    items: [line('SAW-1', 1, 77.7)],
  });
}

export async function makeInvoices(frappe: Frappe, setting: Setting, { all }: Customers): Promise<void> {
  const opening = await openingAccount(frappe, setting.company);
  for (let index = 0; index < 44; index += 1) {
    const customer = all[(index * 5) % all.length] ?? '';
    const details = await partyDetails(frappe, 'Sales Invoice', customer, setting.company);
    const { currency, selling_price_list } = details;
    const kind = kindOf(setting, index, currency);
    const hasTerms = kind.payment_terms_template !== undefined || asText(details.payment_terms_template) !== '';
    const isDraft = index % 16 === 15;
    const created = await frappe.create('Sales Invoice', {
      ...{ company: setting.company, customer, currency, selling_price_list, set_posting_time: 1 },
      ...{
        posting_date: `2026-0${1 + (index % 9)}-${10 + (index % 19)}`,
        due_date: `2026-1${index % 3}-0${1 + (index % 9)}`,
      },
      ...{ ...kind, ...(await taxesOf(frappe, kind.taxes_and_charges)), po_no: index % 4 === 0 ? `R-${index}/26` : '' },
      ...(kind.is_opening === 'Yes' ? { posting_date: '2026-01-01' } : {}),
      ...(hasTerms ? { due_date: undefined } : {}), // follows from the terms
      docstatus: isDraft ? 0 : 1,
      items: [
        line(soldCodes[index % soldCodes.length] ?? '', 3, 33.335 + index),
        line('SERVICE', 1.5, 112.1, { description: '<p>Montage &amp; <b>Prüfung</b></p>', discount_percentage: 0 }),
        line('TEA 50%', 7, 0.07 + (index % 10)),
      ].map((one) => (kind.is_opening === 'Yes' ? { ...one, income_account: opening } : one)),
    });
    if (isDraft) continue;
    await settle(frappe, setting, created, index);
    if (index % 16 !== 13) continue;
    await frappe.cancel('Sales Invoice', nameOf(created));
    if (index % 32 === 13) await amend(frappe, created);
  }
  await till(frappe, setting, all[3] ?? '');
}

/** An invoice as it is now: its open amount follows what settled it. */
export async function openOf(frappe: Frappe, name: string): Promise<number> {
  return numberOf((await frappe.read('Sales Invoice', name)).outstanding_amount);
}

export const customerOf = (invoice: Row): string => asText(invoice.customer);
