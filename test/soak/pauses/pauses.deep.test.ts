/** A sample of the pauses of `npm run soak:pauses`. */
import { expect, it } from 'vitest';
import { isAll } from '../../support/depth.ts';
import { seed } from '../../support/seed.ts';
import { runPauses } from './pauses.ts';

const pauses = isAll ? 8 : 4;

it('services that are stopped while they write leave one document of each key', async () => {
  const task = { pauses, stopped: 4, writes: 6, seed, server: undefined };
  const { writes, second, wrong } = await runPauses(task, () => undefined);
  expect({ writes, second, wrong }).toEqual({ writes: 6 * pauses, second: 0, wrong: 0 });
});
