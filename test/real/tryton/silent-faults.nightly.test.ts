/** Mistakes that do not prevent a start, planted one at a time in the profile on a real Tryton: what detects each one without any case. */
import { join } from 'node:path';
import { describe } from 'vitest';
import { loadDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';
import { openFixtures } from '../../../src/workbench/testing/fixture/fixtures.ts';
import { trytonFaults } from '../../mutations/silent-faults-tryton.ts';
import { describeSilentFaults } from '../../mutations/silent-suite.ts';
import { root } from '../../src/cli/here.ts';
import { providedUrl } from '../../support/provided.ts';
import { hasTryton } from './provided.ts';

const folder = join(root, 'profiles/tryton');

describe.skipIf(!hasTryton)('over a real Tryton', () => {
  describeSilentFaults('tryton', trytonFaults, {
    shares: true,
    banks: ['Bank', 'Bank CIC & Co.'],
    async open(declared) {
      await using end = new AsyncDisposableStack();
      const fixtures = openFixtures({ postgres: providedUrl('postgresUrl') });
      end.defer(() => fixtures.close());
      const made = await fixtures.make([folder], declared.sources);
      if (made.kind !== 'made') throw new Error('The fixture cannot be created.');
      const { fixture } = made;
      end.defer(() => fixture.drop());
      const loaded = await loadDouble([folder]);
      if (loaded.kind !== 'found') throw new Error('There is no double.');
      const double = await loaded.start(fixture.databases);
      end.defer(() => double.close());
      const environment = { ...declared.values({}).environment, ...double.environment };
      const all = end.move();
      return { fixture, double, environment, close: () => all.disposeAsync() };
    },
  });
});
