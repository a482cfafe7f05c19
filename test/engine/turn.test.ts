/** Loops in turns: every item once, in order, and others run between the turns. */
import { expect, it } from 'vitest';
import { eachInTurns, mapInTurns } from '../../engine/base/turn.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Longer than a turn. */
function spin(): void {
  const begin = performance.now();
  while (performance.now() - begin < 6);
}

it.each([0, 1, 49, 50, 51, 100, 999, 1_000, 1_001, 2_050])('visits each of %d items once, in order', async (count) => {
  const seen: number[] = [];
  await eachInTurns(numbers(count), (item) => seen.push(item));
  expect(seen).toEqual(numbers(count));
  expect(await mapInTurns(numbers(count), (item) => item * 2)).toEqual(numbers(count).map((item) => item * 2));
});

it('lets others run where the items take longer than a turn', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  const loop = eachInTurns(numbers(150), (item) => {
    if (item % 50 === 0) {
      order.push(`item ${item}`);
      spin();
    }
  });
  await loop;
  expect(order).toEqual(['item 0', 'other', 'item 50', 'item 100']);
});

it('rejects with the error of an item, and visits none after it', async () => {
  const seen: number[] = [];
  const loop = eachInTurns(numbers(200), (item) => {
    if (item === 120) throw new Error('R 17');
    seen.push(item);
  });
  await expect(loop).rejects.toThrow('R 17');
  expect(seen).toHaveLength(120);
});
