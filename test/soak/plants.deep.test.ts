/** The check of the check: an engine with a bug is found out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnGround, openGround } from './ground.ts';
import { type PlantName, planted, plantNames } from './plants.ts';
import type { Row } from './row.ts';
import { lostCommit } from './rows/lost-commit.ts';
import { rivals } from './rows/rivals.ts';
import { stall } from './rows/stall.ts';
import { sample } from './sample.ts';

const seed = 20_260_301;

/** The row that has to find the bug, and within how many cases. */
const finders: Readonly<Record<PlantName, { readonly row: Row; readonly most: number }>> = {
  'claim-dropped': { row: rivals, most: 10 },
  'resend-on-time-out': { row: lostCommit, most: 10 },
  'tainted-connection': { row: stall, most: 10 },
};

describe('a planted bug', () => {
  let ground: OwnGround;
  beforeAll(async () => {
    ground = await openGround('postgres', 'brief');
  });
  afterAll(() => ground?.close());

  it.for(plantNames)('is found: %s', { timeout: 120_000 }, async (plant) => {
    const { row, most } = finders[plant];
    const { violations } = await sample(row, { ...ground, plant }, seed, most);
    expect(violations.filter((text) => text.startsWith('the harness failed'))).toEqual([]);
    expect(violations).not.toEqual([]);
  });

  it('needs its place in the engine', () => {
    expect(() => planted('claim-dropped', 'another text')).toThrow('The plant claim-dropped finds 0 times');
  });
});
