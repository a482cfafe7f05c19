import { expect, it } from 'vitest';
import { inOneTurn, sharedReads } from '../../../../src/service/lifecycle/shared-reads.ts';

it('services that ask at the same time share a reading that began later, and a later change is read again', () => {
  let [now, reads] = [0, 0];
  const readSince = sharedReads(
    () => {
      reads += 1;
      // A reading takes time, in which files may change.
      now += 10;
      return reads;
    },
    () => now,
  );
  expect(readSince(0)).toBe(1);
  // Noticed while the first reading was in progress.
  expect([5, 6, 7].map(readSince)).toEqual([2, 2, 2]);
  expect([readSince(9), readSince(25)]).toEqual([2, 3]);
  // A clock that stands still proves nothing about the order.
  const [before, after] = [readSince(now), readSince(now)];
  expect(after).toBe(before + 1);
});

it('services that ask in one turn of the event loop share a reading, and a later turn reads again', async () => {
  let reads = 0;
  const read = inOneTurn(() => {
    reads += 1;
    return reads;
  });
  expect([read(), read(), read()]).toEqual([1, 1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([read(), read()]).toEqual([2, 2]);
});
