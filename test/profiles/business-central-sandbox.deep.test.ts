/** The profile for Business Central in the sandbox: all requests of the platform, writes included, with its double. */
import { expect, it } from 'vitest';
import { inSandbox, outcomes, serve } from './served.ts';

it('does the work of the platform', async () => {
  const served = await serve({ name: 'business-central', settings: {} });
  try {
    // The rows of the double do not suffice for these checks; all others pass.
    const reasons = outcomes(await inSandbox(served, 'GBP')).map((line) => [
      line.split(': ')[1],
      line.split(': ').at(-1),
    ]);
    const few = 'more than 100 rows of the list';
    const unchanged = 'two invoices that changed on different days';
    expect(reasons).toEqual([
      ['/purchase-orders/list', '21 rows that one request finds; 0 at most are found'],
      ['/customer-invoices/list', '51 rows that one request finds; 12 at most are found'],
      ['/sales-orders/usage', 'a customer who ordered a product'],
      // The API has no customer of a purchase order: the list is empty.
      ['/purchase-orders/list', 'an order'],
      ['/debtors/list', few],
      ['/payments/list', few],
      [
        '/customer-invoices/list',
        "A pushed invoice has the platform's number in /invoices/list. The customer sees the number that Business Central printed.",
      ],
      ['/purchase-orders/list', 'an order'],
      ['/sales-orders/usage', 'a SKU that one customer ordered and another did not'],
      ['/purchase-orders/list', 'two customers with orders'],
      ['/payments/list', 'a credit note, and a payment of its debtor'],
      [
        '/sales-orders/usage',
        'a customer with orders in /sales-orders/list and fewer than 500 products, so that all can be asked for',
      ],
      [
        '/pricing/resolve',
        'three invoice lines whose text is the name of a product, for customers with a price of that product',
      ],
      ['/invoices/list', unchanged],
      ['/invoices/list', unchanged],
      ['/payments/push', 'No payment journal is set up for the bank account SBX-BANK-1.'],
      // The sandbox runs once: there is no invoice of an earlier run.
      [
        '/invoices/list',
        'an open invoice, pushed by an earlier run (SBX-...) that takes a payment and did not change just now',
      ],
    ]);
  } finally {
    await served.close();
  }
});
