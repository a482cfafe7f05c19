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
    expect(outcomes(await inSandbox(served, 'GBP'))).toEqual([]);
  } finally {
    await served.close();
  }
});
