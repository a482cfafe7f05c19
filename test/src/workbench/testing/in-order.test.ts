/** Parallel work with results in order. */
import { expect, it } from 'vitest';
import { inOrder } from '../../../../src/workbench/testing/ordered-results.ts';

it('gives results in the order of the items, each as soon as those before it are there, and never has too many at work', async () => {
  const ends = new Map<number, () => void>();
  const log: string[] = [];
  const all = inOrder(
    [0, 1, 2, 3],
    2,
    async (item) => {
      log.push(`start ${item}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(item, resolve);
      await promise;
      return item;
    },
    (item) => void log.push(`given ${item}`),
  );
  const end = async (item: number): Promise<void> => {
    ends.get(item)?.();
    // All that follows from it at once has happened by the next turn.
    await new Promise(setImmediate);
  };
  for (const item of [1, 0, 3, 2]) await end(item);
  await all;
  expect(log).toEqual([...['start 0', 'start 1', 'start 2', 'given 0', 'given 1', 'start 3', 'given 2', 'given 3']]);
});

it('fails with the failure of one', async () => {
  const failing = inOrder(
    [1],
    4,
    () => Promise.reject(new Error('no')),
    () => undefined,
  );
  await expect(failing).rejects.toThrow('no');
});
