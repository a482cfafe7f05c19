/** Mistakes that do not prevent a start, planted in the demo one at a time: what detects each one without any case. */
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { openFixtures } from '../../src/testing/fixture/index.ts';
import { root } from '../src/cli/here.ts';
import { silentFaults } from './silent-faults.ts';
import { describeSilentFaults } from './silent-suite.ts';

vi.setConfig({ testTimeout: 240_000 });

describeSilentFaults('demo', silentFaults, {
  // A faulty write changes the tables.
  shares: false,
  banks: [],
  async open(declared) {
    const fixtures = openFixtures({});
    const made = await fixtures.make([dirname(join(root, 'profiles/demo/profile.yaml'))], declared.sources);
    if (made.kind !== 'made') throw new Error(JSON.stringify(made));
    const { fixture } = made;
    const close = async (): Promise<void> => {
      await fixture.drop();
      await fixtures.close();
    };
    return { fixture, double: undefined, environment: declared.values({}).environment, close };
  },
});
