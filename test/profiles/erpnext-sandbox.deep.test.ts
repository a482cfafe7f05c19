/** The profile for ERPNext in the sandbox: all requests of the platform, writes included, with its double. */
import { describe, expect, it } from 'vitest';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { settings } from './erpnext-settings.ts';
import { inSandbox, outcomes, serve } from './served.ts';

describe.skipIf(!hasMysql)('the profile for ERPNext', () => {
  it('does the work of the platform', async () => {
    const served = await serve({ name: 'erpnext', settings, scratch: { mysql: providedUrl('mysqlUrl') } });
    try {
      // Declared deviations of the profile, and rules that the fixture's rows do not suffice for; all other checks pass.
      const reasons = outcomes(await inSandbox(served)).map((line) => [line.split(': ')[1], line.split(': ').at(-1)]);
      const few = 'more than 100 rows of the list';
      expect(reasons).toEqual([
        ['/catalog/customers/search', '21 rows that one request finds; 8 at most are found'],
        ['/catalog/products/search', '21 rows that one request finds; 9 at most are found'],
        ['/catalog/products/by-sku', '11 rows that one request finds; 2 at most are found'],
        ['/purchase-orders/list', '21 rows that one request finds; 12 at most are found'],
        ['/sales-orders/list', '21 rows that one request finds; 14 at most are found'],
        ['/customer-invoices/list', '51 rows that one request finds; 9 at most are found'],
        ['/catalog/products/by-sku', 'a product whose SKU begins with the SKU of another one'],
        ['/debtors/list', few],
        ['/invoices/list', few],
        ['/payments/list', few],
        ['/sales-orders/usage', 'a SKU that one customer ordered and another did not'],
        ['/invoices/list', 'Lines are without tax, totals with tax.'],
        ['/payments/list', 'Credit notes and write-offs settle invoices, and are no payments.'],
        [
          '/credit/customer',
          'ERPNext compares the limit with the balance, open orders and delivery notes that are not billed.',
        ],
        [
          '/customer-statement/get',
          "A customer's account can be in another currency; credit limits are in the company's.",
        ],
        [
          '/pricing/resolve',
          'three invoice lines whose text is the name of a product, for customers with a price of that product',
        ],
        ['/payments/push', 'ERPNext has no bank or cash account SBX-BANK-1 in EUR.'],
        // The sandbox runs once: there is no invoice of an earlier run.
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
