/** A seeded sample of each row of the durable form. The rows wait most of their time, for leases to be over: they run at the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byDepth, isDeep } from '../../support/depth.ts';
import { hasMysql } from '../../support/dialects.ts';
import { seed } from '../../support/seed.ts';
import { databaseNames } from '../row.ts';
import { sample } from '../sample.ts';
import { type OwnedSetup, openSetup } from '../setup.ts';
import { durableRows } from './rows/index.ts';
import { durableLost } from './rows/lost.ts';
import { durableRivals } from './rows/rivals.ts';

/** Where there is no MariaDB, or `MYSQL_URL` names a server that others use, the set-up of the run has said so. */
const databases = databaseNames.filter((name) => name !== 'mysql' || (hasMysql && !process.env.MYSQL_URL));
/** The smallest sample has two rows. A sample has each row on one database, in turn. */
const sampledRows = isDeep ? durableRows : [durableRivals, durableLost];
const samples = sampledRows.flatMap((row, index) => {
  const able = row.databases.filter((name) => databases.includes(name));
  const inTurn = able.slice(index % able.length).slice(0, 1);
  const chosen = byDepth({ sample: inTurn, deep: inTurn, all: able });
  return chosen.map((database) => ({ row, database, name: row.name }));
});

describe('writes without transactions under faults', () => {
  let setups: readonly OwnedSetup[] = [];
  beforeAll(async () => {
    setups = await Promise.all(databases.map((name) => openSetup(name, 'brief')));
  });
  afterAll(() => Promise.all(setups.map((setup) => setup.close())));

  it.concurrent.for(samples)('$name on $database', { timeout: 300_000 }, async ({ row, database }, { skip }) => {
    const lack = await row.lacks?.();
    if (lack !== undefined) {
      process.stdout.write(`Not tested: ${row.name}. ${lack}\n`);
      skip(lack);
    }
    const setup = setups.find((each) => each.database === database);
    if (setup === undefined) throw new Error(`There is no ${database}.`);
    const { faults, violations } = await sample(row, setup, seed, isDeep ? row.sample : 1);
    const count = Object.values(faults).reduce((sum, each) => sum + each, 0);
    process.stdout.write(`${row.name} on ${database}: seed ${seed}, ${count} faults\n`);
    expect(violations).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
});
