/** What is pushed into Tryton while the service is killed, and what Tryton then has. */
import pg from 'pg';
import type { Kills, Push, Written } from '../erp.ts';

const prefix = 'K 17/';
const total = '119.01';
/** Invoices that take the payments. */
const paidInvoices = 4;
const debtor = '3';

const invoice = (invoiceNumber: string, amount: number): Push => ({
  path: '/invoices/push',
  name: `invoice ${invoiceNumber}`,
  id: 'erpInvoiceId',
  fields: {
    ...{ invoiceNumber, erpDebtorId: debtor, issueDate: '2026-03-01', currency: 'EUR' },
    // 1.01 for the first line.
    lines: [
      { description: 'Nägel', quantity: 3, unitPrice: 0.335 },
      { description: 'Rest', quantity: 1, unitPrice: amount - 1.01, amount: Number((amount - 1.01).toFixed(2)) },
    ],
  },
});

const draft = (poNumber: string): Push => ({
  path: '/sale-draft',
  name: `draft ${poNumber}`,
  id: 'saleId',
  fields: {
    poNumber,
    currency: 'EUR',
    lines: [
      { sku: 'A-100', qty: 3 },
      { sku: 'EI-12', qty: 2, unitPrice: 1.25 },
    ],
  },
});

const payment = (erpInvoiceId: string, cents: number): Push => ({
  path: '/payments/push',
  name: `payment ${erpInvoiceId}/${cents / 100}/2026-03-05/Bank`,
  id: 'erpPaymentId',
  fields: { erpInvoiceId, amount: cents / 100, paymentDate: '2026-03-05' },
});

const documents: readonly string[] = [
  `SELECT 'draft ' || s.reference AS name, s.id,
          CASE WHEN (SELECT COUNT(*) FROM sale_line l WHERE l.sale = s.id) <> 2 THEN 'not all lines' END AS fault
   FROM sale_sale s WHERE s.reference LIKE '${prefix}%'`,
  `SELECT 'invoice ' || i.number AS name, i.id,
          CASE WHEN i.state <> 'posted' THEN 'in state ' || i.state
               WHEN (SELECT SUM(l.debit - l.credit) FROM account_move_line l WHERE l.move = i.move AND l.account = i.account) <> ${total} THEN 'another total' END AS fault
   FROM account_invoice i WHERE i.number LIKE '${prefix}%'`,
  `SELECT 'payment ' || m.description AS name, l.id,
          CASE WHEN m.state <> 'posted' THEN 'in state ' || m.state
               WHEN l.credit::text <> split_part(m.description, '/', 2)::numeric(16, 2)::text THEN 'of ' || l.credit
               WHEN NOT EXISTS (SELECT 1 FROM "account_invoice-account_move_line" x WHERE x.line = l.id) THEN 'of no invoice' END AS fault
   FROM account_move m JOIN account_invoice i ON m.origin = 'account.invoice,' || i.id
   JOIN account_move_line l ON l.move = m.id AND l.account = i.account
   WHERE i.number LIKE 'P-${prefix}%' AND m.id <> i.move`,
];

/** `database`: the address of Tryton's database. */
export const killsOn = (database: string): Kills => ({
  source: 'api',
  async open(push) {
    const payable: string[] = [];
    for (let index = 0; index < paidInvoices; index += 1) {
      const text = await push(invoice(`P-${prefix}${index}`, 9_999_999.01));
      payable.push(/"erpInvoiceId":"(\d+)"/.exec(text)?.[1] ?? '');
    }
    return (kill) => [
      draft(`${prefix}${kill}`),
      invoice(`${prefix}${kill}`, Number(total)),
      payment(payable[kill % paidInvoices] ?? '', 125 + kill),
    ];
  },
  async written() {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const all: Written[] = [];
      for (const sql of documents) {
        const { rows } = await client.query<{
          readonly name: string;
          readonly id: number;
          readonly fault: string | null;
        }>(sql);
        all.push(...rows.map(({ name, id, fault }) => ({ name, id: String(id), fault: fault ?? undefined })));
      }
      return all;
    } finally {
      await client.end();
    }
  },
});
