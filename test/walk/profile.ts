/** The profile of an ERP that has only invoices. */
import { completed } from '../support/check-profile.ts';
import type { WalkedDialect } from './database.ts';

export function profile(dialect: WalkedDialect, url: string): string {
  return completed(`
profile: walk
contract: "1"
sources:
  erp:
    sql: ${dialect}
    connection: { url: "${url}" }
ids: { invoice: { type: integer } }
endpoints:
  /invoices/list:
    page: { key: [erpInvoiceId], max: 500 }
    query: |
      SELECT i.id AS erpInvoiceId, i.no AS invoiceNumber, i.debtor AS erpDebtorId, i.debtor AS debtorName,
             i.day AS issueDate, i.day AS dueDate, 'EUR' AS currency, i.total AS amountTotal,
             i.total AS amountOutstanding, 'AUTHORISED' AS status
      FROM invoice i
    attach:
      lines:
        query: |
          SELECT l.invoice_id AS _invoice, l.text AS description, l.quantity AS quantity, l.price AS unitPrice,
                 l.amount AS amount
          FROM invoice_line l
          WHERE l.invoice_id IN (:rows.erpInvoiceId)
          ORDER BY l.invoice_id, l.no
        on: { _invoice: erpInvoiceId }
`);
}
