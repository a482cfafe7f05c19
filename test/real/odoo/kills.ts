/** What is pushed into Odoo while the service is killed, and what Odoo then has. */
import type { Kills, Push, Written } from '../erp.ts';
import { numberOf, type Odoo, type Row, textOf } from './odoo.ts';
import { stampOf } from './trials/trial.ts';

const total = 119.01;
/** Invoices that take the payments. */
const paidInvoices = 4;

const invoice = (invoiceNumber: string, debtor: number, amount: number): Push => ({
  path: '/invoices/push',
  name: `invoice ${invoiceNumber}`,
  id: 'erpInvoiceId',
  fields: {
    ...{ invoiceNumber, erpDebtorId: String(debtor), issueDate: '2026-03-02', currency: 'EUR' },
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
      { sku: 'SAW', qty: 3 },
      { sku: 'NAIL-1', qty: 2, unitPrice: 1.25 },
    ],
  },
});

const payment = (erpInvoiceId: string, amount: number): Push => ({
  path: '/payments/push',
  name: `payment ${erpInvoiceId}/${amount}/2026-03-05/BNK1`,
  id: 'erpPaymentId',
  fields: { erpInvoiceId, amount, paymentDate: '2026-03-05' },
});

/** Faults of a document, as one clause. */
const faultOf = (faults: Readonly<Record<string, boolean>>): string | undefined =>
  Object.entries(faults).find(([, isFault]) => isFault)?.[0];

/** `debtor`: a customer whose invoices are paid. */
export function odooKills(odoo: Odoo, debtor: number): Kills {
  const prefix = `K ${stampOf()}/`;
  let payable: readonly string[] = [];

  async function rows(model: string, key: string, like: string, fields: readonly string[]): Promise<readonly Row[]> {
    return odoo.rows(model, [[key, '=like', `${like}%`]], [key, ...fields]);
  }

  async function written(): Promise<readonly Written[]> {
    const drafts = await rows('sale.order', 'client_order_ref', prefix, ['order_line']);
    const invoices = await rows('account.move', 'ref', prefix, ['state', 'amount_total']);
    const paid = payable.map((id) => rows('account.payment', 'memo', `${id}/`, ['state', 'reconciled_invoice_ids']));
    return [
      ...drafts.map((row) => ({
        ...{ name: `draft ${textOf(row.client_order_ref)}`, id: String(row.id) },
        fault: faultOf({ 'not all lines': !Array.isArray(row.order_line) || row.order_line.length !== 2 }),
      })),
      ...invoices.map((row) => ({
        ...{ name: `invoice ${textOf(row.ref)}`, id: String(row.id) },
        fault: faultOf({ 'not posted': row.state !== 'posted', 'another total': numberOf(row.amount_total) !== total }),
      })),
      ...(await Promise.all(paid)).flat().map((row) => ({
        ...{ name: `payment ${textOf(row.memo)}`, id: `payment:${row.id}:${textOf(row.memo).split('/')[0]}` },
        fault: faultOf({ 'of no invoice': !String(row.reconciled_invoice_ids).match(/\d/) }),
      })),
    ];
  }

  return {
    async open(push) {
      const answers: string[] = [];
      for (let index = 0; index < paidInvoices; index += 1)
        answers.push(await push(invoice(`P ${prefix}${index}`, debtor, 99_999.01)));
      payable = answers.map((text) => /"erpInvoiceId":"(\d+)"/.exec(text)?.[1] ?? '');
      return (kill) => [
        draft(`${prefix}${kill}`),
        invoice(`${prefix}${kill}`, debtor, total),
        payment(payable[kill % paidInvoices] ?? '', kill + 1),
        payment(payable[kill % paidInvoices] ?? '', kill + 1001),
      ];
    },
    written,
  };
}
