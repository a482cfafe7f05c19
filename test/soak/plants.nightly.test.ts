/** Tests the harness itself: it detects an engine with a bug. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantName, plantNames } from './plants.ts';
import type { Row } from './row.ts';
import { lostCommit } from './rows/lost-commit.ts';
import { rivals } from './rows/rivals.ts';
import { stall } from './rows/stall.ts';
import { sample } from './sample.ts';
import { type OwnedSetup, openSetup } from './setup.ts';

const seed = 20_260_301;

/** The row that has to find the bug, and within how many cases. */
const finders: Readonly<Record<PlantName, { readonly row: Row; readonly most: number }>> = {
  'claim-dropped': { row: rivals, most: 10 },
  'resend-on-time-out': { row: lostCommit, most: 10 },
  'tainted-connection': { row: stall, most: 10 },
};

describe('a planted bug', () => {
  let setup: OwnedSetup;
  beforeAll(async () => {
    setup = await openSetup('postgres', 'brief');
  });
  afterAll(() => setup?.close());

  it.for(plantNames)('is found: %s', async (plant) => {
    const { row, most } = finders[plant];
    const { violations } = await sample(row, { ...setup, plant }, seed, most);
    expect(violations.filter((text) => text.startsWith('the harness failed'))).toEqual([]);
    expect(violations).not.toEqual([]);
  });
});
