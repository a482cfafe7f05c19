/** The row of a payment refers to no document of /invoices/list but the invoice that it pays. */
import { demand, notPossible } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { placeOf, rowAt, type Shown } from '../../metamorphic/places.ts';
import { rowsCheck } from '../rows-check.ts';

const mostPayments = 200;

export const payers = rowsCheck({
  id: 'columns/payers',
  path: '/payments/list',
  title: 'what pays an invoice is no document of /invoices/list: an allocated credit note is no payment',
  clause: 'contract 4',
  needs: ['/payments/list', '/invoices/list'],
  async run(context, rows) {
    const invoices = await context.ledger.invoices();
    const payments = spread(await context.ledger.payments(), mostPayments);
    const documents = placeOf(
      rows,
      invoices.map((one) => ({ id: one.erpInvoiceId, texts: [one.invoiceNumber, one.erpDebtorId] })),
    );
    const shown = (one: (typeof payments)[number]): Shown => ({ id: one.erpPaymentId, texts: [one.erpInvoiceId] });
    const place = placeOf(rows, payments.map(shown));
    if (documents === undefined || place === undefined)
      return notPossible('no column has the ids of the payments, or those of the invoices');
    const numbers = new Map(invoices.map(({ erpInvoiceId, invoiceNumber }) => [erpInvoiceId, invoiceNumber]));
    for (const payment of payments) {
      const record = rowAt(rows, place, shown(payment));
      const named = record === undefined ? [] : rows.referredToBy(record);
      const others = named
        .filter(({ table }) => table === documents.table)
        .map(({ row }) => row[documents.column] ?? '')
        .filter((id) => id !== payment.erpInvoiceId && numbers.has(id));
      const message = `payment ${payment.erpPaymentId} of ${payment.amount} on ${numbers.get(payment.erpInvoiceId)} is an allocation of ${numbers.get(others[0] ?? '')}, which is listed as an invoice or credit note`;
      demand(others.length === 0, 'agreement', message, 'payments');
    }
  },
});
