/** Tests the harness itself: it detects a replica with a bug. */
import { expect, it } from 'vitest';
import type { DatabaseName, Row } from '../row.ts';
import { sample } from '../sample.ts';
import { openSetup } from '../setup.ts';
import type { DurablePlant } from './replica/task.ts';
import { durableLost } from './rows/lost.ts';
import { durableRivals } from './rows/rivals.ts';

const seed = 20_260_301;

/** The row that has to find the bug, and where. */
const finders: Readonly<Record<DurablePlant, { readonly row: Row; readonly database: DatabaseName }>> = {
  'claim-dropped': { row: durableRivals, database: 'postgres' },
  'resend-on-time-out': { row: durableLost, database: 'sqlite' },
};

it.concurrent.for(['claim-dropped', 'resend-on-time-out'] as const)(
  'a planted bug is found: %s',
  { timeout: 240_000 },
  async (plant) => {
    const { row, database } = finders[plant];
    const setup = await openSetup(database, 'brief', plant);
    try {
      const { violations } = await sample(row, setup, seed, 3);
      expect(violations.filter((text) => text.startsWith('the harness failed'))).toEqual([]);
      expect(violations.join('\n')).toMatch(/has \d+ documents|posted [2-9] times|was answered with D-\d+ and/);
    } finally {
      await setup.close();
    }
  },
);
