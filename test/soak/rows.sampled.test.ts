/** A seeded sample of each row of the fault harness. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byDepth, isDeep } from '../support/depth.ts';
import { hasMysql } from '../support/dialects.ts';
import { seed } from '../support/seed.ts';
import { databaseNames } from './row.ts';
import { rows } from './rows/index.ts';
import { kill } from './rows/kill.ts';
import { sample } from './sample.ts';
import { type OwnedSetup, openSetup } from './setup.ts';

/** Where there is no MariaDB, or `MYSQL_URL` names a server that others use, the set-up of the run has said so. */
const databases = databaseNames.filter((name) => name !== 'mysql' || (hasMysql && !process.env.MYSQL_URL));

/** The sample is one row, which neither stops a server nor waits for a given time. */
const sampled = isDeep ? rows : [kill];

describe('writes under faults', () => {
  let setups: readonly OwnedSetup[] = [];
  beforeAll(async () => {
    setups = await Promise.all(databases.map((name) => openSetup(name, 'brief')));
  });
  afterAll(() => Promise.all(setups.map((setup) => setup.close())));

  it.for(sampled)('$name', { timeout: 240_000 }, async (row, { skip }) => {
    const lack = await row.lacks?.();
    if (lack !== undefined) {
      process.stdout.write(`Not tested: ${row.name}. ${lack}\n`);
      skip(lack);
    }
    const able = setups.filter(({ database }) => row.databases.includes(database));
    // A sample is one database for each row, in turn.
    const inTurn = able.slice(rows.indexOf(row) % able.length).slice(0, 1);
    const setupsOfRow = byDepth({ sample: inTurn, deep: inTurn, all: able });
    const results = await Promise.all(
      setupsOfRow.map((setup) => sample(row, setup, seed, isDeep ? row.sample : Math.ceil(row.sample / 10))),
    );
    const faults = results.flatMap((result) => Object.values(result.faults)).reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${row.name}: seed ${seed}, ${faults} faults\n`);
    expect(results.flatMap(({ violations }) => violations)).toEqual([]);
    expect(faults).toBeGreaterThan(0);
  });
});
