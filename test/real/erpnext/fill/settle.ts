/** What settles invoices: payments in full, in parts, too high, of two invoices, with a deduction; journal entries; credit notes; and what is taken back. */
import { asText, type Frappe, nameOf, numberOf, type Row, rowOf, rowsOf } from '../frappe.ts';
import { submitPrepared } from './orders.ts';
import type { Setting } from './settings.ts';

const entry = 'erpnext.accounts.doctype.payment_entry.payment_entry.get_payment_entry';
const reversal = 'erpnext.accounts.doctype.sales_invoice.sales_invoice.make_sales_return';

const cents = (amount: number): number => Number(amount.toFixed(2));

/** The bank account with the currency of the receivable account. */
const bankOf = (setting: Setting, invoice: Row): string =>
  invoice.party_account_currency === 'USD' ? setting.dollarBank : setting.bank;

/** References to one invoice, one for each of its terms, that together take an amount: the first terms first. */
function sharesOf(references: readonly Row[], amount: number): readonly Row[] {
  let left = amount;
  return references.flatMap((reference) => {
    const share = cents(Math.min(left, numberOf(reference.allocated_amount)));
    left = cents(left - share);
    return share > 0 ? [{ ...reference, allocated_amount: share }] : [];
  });
}

/** Pays by the payment entry that the button "Payment" prepares. `amount`: in the currency of the receivable account; without it all that is open. */
async function pay(frappe: Frappe, setting: Setting, invoice: Row, amount?: number, more: Row = {}): Promise<Row> {
  const prepared = rowOf(
    await frappe.call(entry, {
      ...{ dt: 'Sales Invoice', dn: invoice.name, bank_account: bankOf(setting, invoice) },
      ...(amount === undefined ? {} : { party_amount: amount, bank_amount: amount }),
    }),
  );
  const references = rowsOf(prepared.references);
  const hasTerms = references.some(({ payment_term }) => asText(payment_term) !== '');
  return submitPrepared(frappe, prepared, {
    ...{ reference_no: `TX ${String(invoice.name).slice(-5)}` },
    ...{ reference_date: '2026-10-20', posting_date: '2026-10-20' },
    ...(hasTerms && amount !== undefined ? { references: sharesOf(references, amount) } : {}),
    ...more,
  });
}

/** Pays all that is open of an invoice by the payment entry that its button prepares. */
export async function payAll(frappe: Frappe, bank: string, invoice: string): Promise<Row> {
  const prepared = await frappe.call(entry, { dt: 'Sales Invoice', dn: invoice, bank_account: bank });
  return submitPrepared(frappe, prepared, { reference_no: 'BY HAND', reference_date: '2026-11-11' });
}

/** A payment with more money than is open: the rest remains with the customer. */
async function overpay(frappe: Frappe, setting: Setting, invoice: Row, excess: number): Promise<void> {
  const amount = cents(numberOf(invoice.outstanding_amount) + excess);
  await pay(frappe, setting, invoice, undefined, { paid_amount: amount, received_amount: amount });
}

/** A discount that the customer has taken is written off in the payment. */
async function payLess(frappe: Frappe, setting: Setting, invoice: Row, discount: number): Promise<void> {
  const amount = cents(numberOf(invoice.outstanding_amount) - discount);
  const { cost_center } = await frappe.read('Company', setting.company);
  await pay(frappe, setting, invoice, undefined, {
    ...{ paid_amount: amount, received_amount: amount },
    deductions: [{ account: setting.writeOff, cost_center, amount: discount }],
  });
}

/** A journal entry that credits the customer for an invoice. Both accounts have the same currency. */
async function journal(frappe: Frappe, setting: Setting, invoice: Row, amount: number, against: string): Promise<void> {
  const isDollars = invoice.party_account_currency === 'USD';
  const rate = isDollars ? { exchange_rate: invoice.conversion_rate } : {}; // ERPNext takes that of the invoice for its line
  await frappe.create('Journal Entry', {
    ...{ voucher_type: against === setting.writeOff ? 'Write Off Entry' : 'Bank Entry', company: setting.company },
    ...{ posting_date: '2026-10-21', cheque_no: 'J 1', cheque_date: '2026-10-21', multi_currency: isDollars ? 1 : 0 },
    docstatus: 1,
    accounts: [
      {
        ...{ account: invoice.debit_to, party_type: 'Customer', party: invoice.customer, ...rate },
        ...{ credit_in_account_currency: amount, reference_type: 'Sales Invoice', reference_name: invoice.name },
      },
      { account: against, debit_in_account_currency: amount, ...rate },
    ],
  });
}

/** A credit note for all lines or for one piece, of a day after the invoice. `isOwn`: it stays open by itself, and does not reduce the invoice. */
export async function creditNote(
  frappe: Frappe,
  invoice: Row,
  isOwn: boolean,
  isPart: boolean,
  day = '2026-10-15',
): Promise<Row> {
  const prepared = rowOf(await frappe.call(reversal, { source_name: invoice.name }));
  const [first, ...others] = rowsOf(prepared.items);
  return submitPrepared(frappe, prepared, {
    ...{
      update_outstanding_for_self: isOwn ? 1 : 0,
      set_posting_time: 1,
      posting_date: day,
      due_date: day,
    },
    ...(isPart ? { items: [{ ...first, qty: -1 }] } : { items: [first, ...others] }),
  });
}

/** One payment for all that is open of several invoices of a customer. */
export async function payTogether(frappe: Frappe, setting: Setting, invoices: readonly Row[]): Promise<Row> {
  const [first] = invoices;
  const prepared = rowOf(
    await frappe.call(entry, { dt: 'Sales Invoice', dn: first?.name, bank_account: setting.bank }),
  );
  const references = invoices.map((one) => ({
    ...{ reference_doctype: 'Sales Invoice', reference_name: one.name, allocated_amount: one.outstanding_amount },
  }));
  const total = cents(invoices.reduce((sum, one) => sum + numberOf(one.outstanding_amount), 0));
  return submitPrepared(frappe, prepared, {
    ...{ references, paid_amount: total, received_amount: total, posting_date: '2026-10-25' },
    ...{ reference_no: 'TOGETHER', reference_date: '2026-10-25' },
  });
}

/** Money on account, which the reconciliation tool later allocates. */
export async function payOnAccount(frappe: Frappe, setting: Setting, customer: string, amount: number): Promise<Row> {
  const { default_receivable_account } = await frappe.read('Company', setting.company);
  return frappe.create('Payment Entry', {
    ...{ payment_type: 'Receive', company: setting.company, party_type: 'Customer', party: customer, docstatus: 1 },
    ...{ paid_from: default_receivable_account, paid_to: setting.bank, paid_amount: amount, received_amount: amount },
    ...{ posting_date: '2026-09-30', reference_no: `ON ACCOUNT ${amount}`, reference_date: '2026-09-30' },
    ...{ source_exchange_rate: 1, target_exchange_rate: 1 },
  });
}

/** Settles an invoice in the way of its index; every twelfth kind stays open. */
export async function settle(frappe: Frappe, setting: Setting, created: Row, index: number): Promise<void> {
  const invoice = await frappe.read('Sales Invoice', nameOf(created));
  const open = numberOf(invoice.outstanding_amount);
  if (open <= 0) return;
  const third = cents(open / 3);
  switch (index % 14) {
    case 0:
      await pay(frappe, setting, invoice);
      break;
    case 1:
      await pay(frappe, setting, invoice, third);
      break;
    case 2:
      await pay(frappe, setting, invoice, third);
      await pay(frappe, setting, invoice, 10.01);
      break;
    case 3:
      await overpay(frappe, setting, invoice, 5.55);
      break;
    case 4:
      await payLess(frappe, setting, invoice, 2.22);
      break;
    case 5:
      await journal(frappe, setting, invoice, third, bankOf(setting, invoice));
      break;
    case 6:
      await journal(
        frappe,
        setting,
        invoice,
        3.33,
        invoice.party_account_currency === 'USD' ? setting.dollarBank : setting.writeOff,
      );
      break;
    case 7:
      await creditNote(frappe, invoice, false, false);
      break;
    case 8:
      await creditNote(frappe, invoice, true, true);
      break;
    case 9:
      await frappe.cancel('Payment Entry', asText((await pay(frappe, setting, invoice)).name));
      break;
    case 10:
      await pay(frappe, setting, invoice, third);
      await creditNote(frappe, invoice, false, true);
      break;
    default:
      break;
  }
}
