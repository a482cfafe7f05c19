/** Long computations of several engines on one thread. */
import { expect, it } from 'vitest';
import { callOf, nextTurn, type ThreadUser, turnMs } from '../../engine/base/shared-thread.ts';

const user = (name: string): ThreadUser => ({ name });

/** A computation of some turns, each of no time. */
async function compute(turns: number, onTurn: () => void): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await nextTurn(0);
    onTurn();
  }
}

it('runs one turn at a time, the engines in rotation', async () => {
  const [nord, ost] = [user('nord'), user('ost')];
  const order: string[] = [];
  let loops = 0;
  let isOver = false;
  const count = (): void => {
    loops += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const loopOf: number[] = [];
  const onTurn = (name: string) => () => {
    order.push(name);
    loopOf.push(loops);
  };
  // Twenty computations of one engine, and one of the other.
  const all = Array.from({ length: 20 }, () => callOf(nord, () => compute(3, onTurn('nord'))));
  const other = callOf(ost, () => compute(3, onTurn('ost')));
  await other;
  // The first turn of the other waits for one turn of the first engine at most.
  expect(order.filter((name) => name === 'nord').length).toBeLessThanOrEqual(4);
  await Promise.all(all);
  isOver = true;
  expect(order).toHaveLength(63);
  expect(new Set(loopOf).size).toBe(63);
});

it('shortens turns while another engine receives calls', async () => {
  const [nord, ost] = [user('nord'), user('ost')];
  // Later than calls of other tests.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(callOf(nord, () => turnMs(8))).toBe(8);
  callOf(ost, () => undefined);
  const during = callOf(nord, async () => {
    const shared = turnMs(8);
    await new Promise((resolve) => setTimeout(resolve, 250));
    return [shared, turnMs(8)];
  });
  expect(await during).toEqual([1.5, 8]);
});

it('ends a computation whose answer is no longer awaited, and no other', async () => {
  const [nord, ost] = [user('nord'), user('ost')];
  let isAwaited = true;
  let turns = 0;
  const ended = callOf(
    nord,
    () =>
      compute(1_000, () => {
        turns += 1;
        if (turns === 3) isAwaited = false;
      }),
    () => (isAwaited ? undefined : new Error('Nothing waits for it.')),
  );
  const other = callOf(ost, () => compute(20, () => undefined));
  await expect(ended).rejects.toThrow('Nothing waits for it.');
  expect(turns).toBe(3);
  await expect(other).resolves.toBeUndefined();
});
