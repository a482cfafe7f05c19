/** What is pushed into ERPNext while the service is killed, and what ERPNext then has. */
import type { Kills, Push, Written } from '../erp.ts';
import { asText, type Frappe, type Row, rowsOf } from './frappe.ts';
import { stampOf } from './trials/trial.ts';

const total = 119.01;
/** Invoices that take the payments. */
const paidInvoices = 4;
const debtor = 'Müller, Jörg';

const invoice = (invoiceNumber: string, amount: number): Push => ({
  path: '/invoices/push',
  name: `invoice ${invoiceNumber}`,
  id: 'erpInvoiceId',
  fields: {
    ...{ invoiceNumber, erpDebtorId: debtor, issueDate: '2026-11-02', currency: 'EUR' },
    lines: [{ description: 'Work', quantity: 1, unitPrice: amount }],
  },
});

const draft = (poNumber: string): Push => ({
  path: '/sale-draft',
  name: `draft ${poNumber}`,
  id: 'saleId',
  fields: {
    ...{ poNumber, currency: 'EUR' },
    lines: [
      { sku: 'SAW-1', qty: 3 },
      { sku: 'NAIL/2', qty: 2, unitPrice: 1.25 },
    ],
  },
});

const payment = (erpInvoiceId: string, amount: number): Push => ({
  path: '/payments/push',
  name: `payment ${erpInvoiceId}/${amount}`,
  id: 'erpPaymentId',
  fields: { erpInvoiceId, amount, paymentDate: '2026-11-05' },
});

/** Faults of a document, as one clause. */
const faultOf = (faults: Readonly<Record<string, boolean>>): string | undefined =>
  Object.entries(faults).find(([, isFault]) => isFault)?.[0];

export function erpnextKills(frappe: Frappe, company: string): Kills {
  const prefix = `K ${stampOf()}/`;
  let payable: readonly string[] = [];

  async function documents(doctype: string, filter: readonly unknown[]): Promise<readonly Row[]> {
    const names = await frappe.rows(doctype, [['company', '=', company], filter], ['name']);
    return Promise.all(names.map(({ name }) => frappe.read(doctype, asText(name))));
  }

  async function written(): Promise<readonly Written[]> {
    const drafts = await documents('Sales Order', ['po_no', 'like', `${prefix}%`]);
    const invoices = await documents('Sales Invoice', ['po_no', 'like', `${prefix}%`]);
    const payments = await Promise.all(
      payable.map((name) => documents('Payment Entry', ['Payment Entry Reference', 'reference_name', '=', name])),
    );
    return [
      ...drafts.map((row) => ({
        ...{ name: `draft ${asText(row.po_no)}`, id: asText(row.name) },
        fault: faultOf({ 'not all lines': rowsOf(row.items).length !== 2 }),
      })),
      ...invoices.map((row) => ({
        ...{ name: `invoice ${asText(row.po_no)}`, id: asText(row.name) },
        fault: faultOf({ 'not submitted': row.docstatus !== 1, 'another total': row.grand_total !== total }),
      })),
      ...payments.flat().map((row) => {
        const paid = asText(rowsOf(row.references)[0]?.reference_name);
        return {
          ...{ name: `payment ${paid}/${row.paid_amount}`, id: `${row.name}:${paid}` },
          fault: faultOf({ 'not submitted': row.docstatus !== 1 }),
        };
      }),
    ];
  }

  return {
    source: 'api',
    async open(push) {
      const answers: string[] = [];
      for (let index = 0; index < paidInvoices; index += 1)
        answers.push(await push(invoice(`P ${prefix}${index}`, 99_999.01)));
      payable = answers.map((text) => /"erpInvoiceId":"([^"]+)"/.exec(text)?.[1] ?? '');
      return (kill) => [
        draft(`${prefix}${kill}`),
        invoice(`${prefix}${kill}`, total),
        payment(payable[kill % paidInvoices] ?? '', kill + 1),
        payment(payable[kill % paidInvoices] ?? '', kill + 1001),
      ];
    },
    written,
  };
}
