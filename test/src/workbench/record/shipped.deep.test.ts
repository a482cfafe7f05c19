/** A session of the sandbox with a shipped profile, recorded: `npm run record:figures` measures all of them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { measure } from '../../../record-figures/measure.ts';
import { folderWith } from '../../service/server/fixture.ts';

it('business-central: every call is recorded, writes with computed keys too, and every case passes', async () => {
  const fixtures = openFixtures({});
  try {
    const folder = join(folderWith({}), 'recorded');
    const { recorded, left, failed } = await measure({
      name: 'business-central',
      fixtures,
      scratch: {},
      most: 2,
      explore: 0,
      folder,
    });
    // The three writes and 14 reads: two calls of each.
    expect({ left, failed }).toEqual({ left: [], failed: 0 });
    expect(recorded).toBeGreaterThanOrEqual(30);
  } finally {
    await fixtures.close();
  }
});
