/** The demo over its fixture, for faults that are planted in it one at a time. */
import { dirname, join } from 'node:path';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { root } from '../src/cli/here.ts';
import type { ReplayInput } from './silent-replay.ts';

export const demoReplay: Omit<ReplayInput, 'name'> = {
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
};
