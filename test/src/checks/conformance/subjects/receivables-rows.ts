import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { units } from '../exact.ts';
import { allInvoices, allPayments } from '../found.ts';
import { unshown } from '../unshown.ts';

/** What the rows of the receivables lists say. */
export function receivablesRows(bench: () => Bench): void {
  describe('rows of the receivables lists', { timeout: 60_000 }, () => {
    it('[contract 2, debtor] [decisions: Responses 2] an e-mail is one valid address, or left out', async () => {
      const debtors = await bench().found.debtors();
      const addresses = debtors.flatMap(({ email }) => (email === undefined ? [] : [email]));
      for (const email of addresses) expect(email).toMatch(/^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/);
      if (addresses.length === 0) unshown('no debtor has an e-mail address');
      if (addresses.length === debtors.length) unshown('every debtor has an e-mail address');
    });

    it('[contract 2, invoice] lines are always a list; a due date is always there', async () => {
      const invoices = await allInvoices(bench().ask);
      for (const invoice of invoices) expect(Array.isArray(invoice.lines), invoice.erpInvoiceId).toBe(true);
      if (!invoices.some(({ lines }) => lines.length > 1)) unshown('no invoice has several lines');
      if (!invoices.some(({ issueDate, dueDate }) => issueDate !== dueDate)) unshown('no invoice has a later due date');
    });

    it('[decisions: Responses 5] credit notes are invoices with negative amounts: what is open has the sign of the total', async () => {
      const invoices = await allInvoices(bench().ask);
      const negative = invoices.filter((invoice) => units(invoice.amountTotal) < 0n);
      if (negative.length === 0) unshown('there is no credit note');
      for (const { amountOutstanding, invoiceNumber } of negative) {
        expect(units(amountOutstanding), `outstanding of ${invoiceNumber}`).toBeLessThanOrEqual(0n);
      }
    });

    it('[decisions: Responses 5] payments are rows of one settled invoice each, and those invoices are listed', async () => {
      const known = new Set((await allInvoices(bench().ask)).map((invoice) => invoice.erpInvoiceId));
      const payments = await allPayments(bench().ask);
      const matching = payments.filter((payment) => known.has(payment.erpInvoiceId));
      expect(matching.length, 'payments whose invoice is in /invoices/list').toBeGreaterThan(0);
    });

    it('[contract 2, invoice] amounts come in whatever currency the invoice has', async () => {
      const currencies = new Set((await allInvoices(bench().ask)).map((invoice) => invoice.currency));
      if (currencies.size < 2) unshown('all invoices are in one currency');
    });
  });
}
