/** The profile for Sage 200 in the sandbox: all requests of the platform, writes included, with its double. */
import { expect, it } from 'vitest';
import { providedUrl } from '../support/provided.ts';
import { inSandbox, outcomes, serve } from './served.ts';

it('does the work of the platform', async () => {
  const served = await serve({
    name: 'sage-200',
    settings: { db_name: 'Wexford', draft_customer: '99001', bank_account: 'BARCLAYS' },
    scratch: { postgres: providedUrl('postgresUrl') },
  });
  try {
    // The rows of the fixture do not suffice for these checks; all others pass.
    const reasons = outcomes(await inSandbox(served, 'GBP')).map((line) => [
      line.split(': ')[1],
      line.split(': ').at(-1),
    ]);
    const few = 'more than 100 rows of the list';
    expect(reasons).toEqual([
      ['/customer-invoices/list', '51 rows that one request finds; 11 at most are found'],
      ['/debtors/list', few],
      ['/invoices/list', few],
      ['/payments/list', few],
      ['/invoices/list', 'The lines are those of the order, without tax; the totals are with tax.'],
      ['/payments/list', 'Discounts, write-offs and contra entries settle invoices, and are no payments.'],
      [
        '/credit/customer',
        'a customer with orders that are not closed, who uses more than the balance and what is open',
      ],
      ['/credit/customer', 'a customer with a limit of 0, or a customer with a limit and one without (null)'],
      ['/payments/push', 'Sage 200 has no active bank account SBX-BANK-1 in the currency of the invoice.'],
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
