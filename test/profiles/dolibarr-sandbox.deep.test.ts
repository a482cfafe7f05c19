/** The profile for Dolibarr in the sandbox: all requests of the platform, writes included. */
import { describe, expect, it } from 'vitest';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { inSandbox, outcomes, serve } from './served.ts';

describe.skipIf(!hasMysql)('the profile for Dolibarr', () => {
  it('does the work of the platform', async () => {
    const served = await serve({
      name: 'dolibarr',
      settings: { draft_customer: '10' },
      scratch: { mysql: providedUrl('mysqlUrl') },
    });
    try {
      const checks = await inSandbox(served);
      // Declared deviations of the profile, and rules that the fixture's rows do not suffice for; all other checks pass.
      const overpaid =
        'What is paid beyond the total stays open as a negative amount, until a user makes it a credit of the customer.';
      expect(outcomes(checks).map((line) => [line.split(': ')[1], line.split(': ').at(-1)])).toEqual([
        ['/sales-orders/usage', 'a SKU that one customer ordered and another did not'],
        ['/invoices/list', overpaid],
        ['/customer-invoices/list', overpaid],
        ['/invoices/list', "Dolibarr's lines are without tax, its totals with tax."],
        [
          '/payments/list',
          'An invoice that is paid twice keeps both payments; what is too much becomes a credit of the customer.',
        ],
        ['/payments/list', 'Discounts, deposits and credit notes settle invoices, and are no payments.'],
        [
          '/sales-orders/usage',
          'a customer with orders in /sales-orders/list and fewer than 500 products, so that all can be asked for',
        ],
        ['/payments/push', expect.stringMatching(/^Dolibarr has no open bank account SBX-BANK-1/)],
        [
          '/invoices/list',
          'an open invoice, pushed by an earlier run (SBX-...) that takes a payment and did not change just now',
        ],
        ['/sales-orders/usage', 'drafts of this ERP are no usage'],
      ]);
    } finally {
      await served.close();
    }
  });
});
