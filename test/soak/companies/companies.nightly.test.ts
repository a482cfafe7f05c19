/** A short form of `npm run soak -- --companies`. */
import { expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { reportOf } from './report.ts';
import { simulate } from './simulate.ts';

it('a minute with twenty companies: no request is lost and no document doubled, while replicas are killed', async () => {
  const result = await simulate({
    companies: 20,
    minutes: 1,
    rate: 20,
    killSeconds: 15,
    seed,
    print: (text) => process.stdout.write(`${text}\n`),
  });
  process.stdout.write(`${reportOf(result).text}\n`);
  expect(result.faults).toEqual([]);
  const { kills, added, removed, suspended, withdrawn, links, figures } = result;
  expect(kills).toBe(3);
  expect(Math.min(added, removed, suspended, withdrawn, links)).toBeGreaterThan(0);
  expect(figures.written.size).toBeGreaterThan(50);
  expect([...figures.answered.keys()].length).toBeGreaterThan(15);
});
