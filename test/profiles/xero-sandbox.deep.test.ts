/** The profile for Xero in the sandbox: all requests of the platform, writes included, with its double. */
import { expect, it } from 'vitest';
import { inSandbox, outcomes, serve } from './served.ts';

it('does the work of the platform', async () => {
  const served = await serve({ name: 'xero', settings: {} });
  try {
    const reasons = outcomes(await inSandbox(served, 'NZD')).map((line) => [
      line.split(': ')[1],
      line.split(': ').at(-1),
    ]);
    // The rows of the double do not suffice for these checks; all others pass.
    const few = 'more than 100 rows of the list';
    expect(reasons).toEqual([
      // A purchase order of Xero is an order to a supplier: the list is empty.
      ['/purchase-orders/list', '21 rows that one request finds; 0 at most are found'],
      ['/customer-invoices/list', '51 rows that one request finds; 48 at most are found'],
      ['/purchase-orders/list', 'an order'],
      ['/debtors/list', few],
      ['/payments/list', few],
      ['/purchase-orders/list', 'an order'],
      ['/purchase-orders/list', 'two customers with orders'],
      // The API does not show credit limits.
      ['/credit/customer', 'a customer with a limit of 0, or a customer with a limit and one without (null)'],
      ['/payments/push', 'Xero has no account SBX-BANK-1 that takes payments.'],
      // The sandbox runs once: there is no invoice of an earlier run.
      [
        '/invoices/list',
        'an open invoice, pushed by an earlier run (SBX-...) that takes a payment and did not change just now',
      ],
      // Numbers of invoices are unique in the organisation.
      ['/invoices/push', 'Invoice # must be unique.'],
    ]);
  } finally {
    await served.close();
  }
});
