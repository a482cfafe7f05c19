/** The service over a real Tryton, killed while it writes. `npm run real -- tryton --kills 200` is the longer run. */
import { expect, inject, it } from 'vitest';
import { isAll } from '../../support/depth.ts';
import { runKills } from '../kills.ts';
import { randomFrom } from '../random.ts';
import { hasTryton, provideTryton } from './provided.ts';

/** Each endpoint that writes gets as many keys. */
const kills = isAll ? 4 : 2;

it.skipIf(!hasTryton)('each key is one document, whenever the service is killed', async () => {
  await using end = new AsyncDisposableStack();
  const erp = await provideTryton(end);
  const { wrong, keys, cut, acknowledged } = await runKills(erp, { kills, random: randomFrom(inject('seed')) });
  expect(wrong).toEqual([]);
  expect(keys).toBe(kills * 3);
  expect(cut).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThanOrEqual(keys);
});
