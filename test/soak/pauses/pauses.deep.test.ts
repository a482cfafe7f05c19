/** A sample of the pauses of `npm run soak:pauses`. */
import { expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { runPauses } from './pauses.ts';

it('services that are stopped while they write leave one document of each key', async () => {
  const task = { pauses: 8, stopped: 4, writes: 6, seed, server: undefined };
  const { writes, second, wrong } = await runPauses(task, () => undefined);
  expect({ writes, second, wrong }).toEqual({ writes: 48, second: 0, wrong: 0 });
});
