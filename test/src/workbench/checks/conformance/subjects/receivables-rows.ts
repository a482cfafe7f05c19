import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { allInvoices, allPayments } from '../discovered-data.ts';
import { units } from '../exact.ts';

/** What the rows of the receivables lists say. */
export function receivablesRows(bench: () => Bench): void {
  describe('rows of the receivables lists', { timeout: 60_000 }, () => {
    it('[decisions: Responses 5] credit notes are invoices with negative amounts: what is open has the sign of the total', async () => {
      const invoices = await allInvoices(bench().ask);
      const negative = invoices.filter((invoice) => units(invoice.amountTotal) < 0n);
      expect(negative.length, 'credit notes').toBeGreaterThan(0);
      for (const { amountOutstanding, invoiceNumber } of negative) {
        expect(units(amountOutstanding), `outstanding of ${invoiceNumber}`).toBeLessThanOrEqual(0n);
      }
    });

    it('[decisions: Responses 5] payments are rows of one settled invoice each, and those invoices are listed', async () => {
      const listedIds = new Set((await allInvoices(bench().ask)).map((invoice) => invoice.erpInvoiceId));
      const payments = await allPayments(bench().ask);
      const matching = payments.filter((payment) => listedIds.has(payment.erpInvoiceId));
      expect(matching.length, 'payments whose invoice is in /invoices/list').toBeGreaterThan(0);
    });
  });
}
