/** The profile for QuickBooks Online in the sandbox: all requests of the platform, writes included, with its double. */
import { expect, it } from 'vitest';
import { inSandbox, outcomes, serve } from './served.ts';

it('does the work of the platform', async () => {
  const served = await serve({ name: 'quickbooks-online', settings: {} });
  try {
    // The rows of the double do not suffice for these checks; all others pass.
    const reasons = outcomes(await inSandbox(served, 'USD')).map((line) => [
      line.split(': ')[1],
      line.split(': ').at(-1),
    ]);
    expect(reasons).toEqual([
      ['/purchase-orders/list', '21 rows that one request finds; 0 at most are found'],
      ['/customer-invoices/list', '51 rows that one request finds; 13 at most are found'],
      ['/purchase-orders/list', 'an order'],
      ['/debtors/list', 'more than 100 rows of the list'],
      ['/payments/list', 'more than 100 rows of the list'],
      ['/purchase-orders/list', 'an order'],
      ['/purchase-orders/list', 'two customers with orders'],
      [
        '/sales-orders/usage',
        'a customer with orders in /sales-orders/list and fewer than 500 products, so that all can be asked for',
      ],
      ['/credit/customer', 'a customer with a limit of 0, or a customer with a limit and one without (null)'],
      ['/payments/push', 'QBO_BANK_ACCOUNTS.'],
      [
        '/invoices/list',
        'an open invoice, pushed by an earlier run (SBX-...) that takes a payment and did not change just now',
      ],
    ]);
  } finally {
    await served.close();
  }
});
