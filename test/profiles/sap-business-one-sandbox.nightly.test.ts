/** The profile for SAP Business One in the sandbox: all requests of the platform, writes included, with its double. */
import { expect, it } from 'vitest';
import { inSandbox, outcomes, serve } from './served.ts';

it('does the work of the platform', async () => {
  const served = await serve({ name: 'sap-business-one', settings: {} });
  try {
    // The rows of the double do not suffice for these checks; all others pass.
    const reasons = outcomes(await inSandbox(served, 'EUR')).map((line) => [
      line.split(': ')[1],
      line.split(': ').at(-1),
    ]);
    const few = 'more than 100 rows of the list';
    const unchanged = 'two invoices that changed on different days';
    expect(reasons).toEqual([
      ['/debtors/list', few],
      ['/invoices/list', few],
      ['/payments/list', few],
      [
        '/customer-invoices/list',
        "A pushed invoice has the platform's number in /invoices/list. The customer sees the number of SAP Business One, as in the account.",
      ],
      [
        '/customer-statement/get',
        'Journal entries, such as opening balances and interest, are in the account and are no invoices.',
      ],
      ['/credit/customer', 'SAP Business One adds open deliveries and open orders.'],
      [
        '/credit/customer',
        'a customer with credit used and without orders, whose account is in the currency of the snapshot',
      ],
      // All invoices are listed, regardless of modifiedSince.
      ['/invoices/list', unchanged],
      ['/invoices/list', unchanged],
      ['/payments/push', 'No G/L account is set up for the bank account SBX-BANK-1 (B1_BANK_ACCOUNTS).'],
      // The sandbox runs once: there is no invoice of an earlier run.
      [
        '/invoices/list',
        'an open invoice, pushed by an earlier run (SBX-...) that takes a payment and did not change just now',
      ],
      // A draft is no order until a user adds it.
      [
        '/sales-orders/usage',
        'the draft is not among the sales orders, and its rows name no customer, so that its customer is unknown',
      ],
      ['/sale-draft', 'drafts are not listed'],
    ]);
  } finally {
    await served.close();
  }
});
