/** The profile for Sage 200 in the sandbox: all that the platform does, writes too, over its double. */
import { expect, it, vi } from 'vitest';
import { providedUrl } from '../support/provided.ts';
import { inSandbox, outcomes, serve } from './served.ts';

vi.setConfig({ testTimeout: 400_000 });

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
    const few = 'the list has no more than 100 rows';
    expect(reasons).toEqual([
      ['/customer-invoices/list', 'no request finds 51 rows, so that the default cuts nothing off (6 at most)'],
      ['/sales-orders/usage', 'the customers and SKUs that were tried have no usage'],
      ['/debtors/list', few],
      ['/invoices/list', few],
      ['/payments/list', few],
    ]);
  } finally {
    await served.close();
  }
});
