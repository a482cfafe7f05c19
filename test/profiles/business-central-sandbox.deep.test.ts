/** The profile for Business Central in the sandbox: all that the platform does, writes too, over its double. */
import { expect, it, vi } from 'vitest';
import { inSandbox, outcomes, serve } from './served.ts';

vi.setConfig({ testTimeout: 240_000 });

it('does the work of the platform', async () => {
  const served = await serve({ name: 'business-central', settings: {} });
  try {
    // The API has no customer of a purchase order: the list is empty.
    const unreached = 'not reached: /purchase-orders/list orders of one customer: There is no order.';
    expect(outcomes(await inSandbox(served, 'GBP'))).toEqual([unreached]);
  } finally {
    await served.close();
  }
});
