/** The profile for Dolibarr in the sandbox: all that the platform does, writes too. */
import { describe, expect, it, vi } from 'vitest';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { inSandbox, outcomes, serve } from './served.ts';

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(!hasMysql)('the profile for Dolibarr', () => {
  it('does the work of the platform', async () => {
    const served = await serve({
      name: 'dolibarr',
      settings: { draft_customer: '10' },
      scratch: { mysql: providedUrl('mysqlUrl') },
    });
    try {
      const checks = await inSandbox(served);
      expect(outcomes(checks)).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
