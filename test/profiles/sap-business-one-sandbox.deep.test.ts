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
    expect(reasons).toEqual([]);
  } finally {
    await served.close();
  }
});
