/** Long computations in turns, between which other requests run: one thread answers all of them. */
import { setImmediate } from 'node:timers/promises';

/** Number of items between two looks at the clock. */
const interval = 50;

/** Milliseconds after which a computation lets other requests run. */
const turnMs = 4;

/** Whether an item is the last one before a look at the clock. */
export const isInterval = (index: number): boolean => index % interval === interval - 1;

/** The time in which a computation runs before other requests get their turn. */
export class Turn {
  #begin = performance.now();

  /** Whether the turn is over before the item with this index. */
  isOver(index: number): boolean {
    return isInterval(index) && this.isSpent();
  }

  /** Whether the turn is over now. */
  isSpent(): boolean {
    return performance.now() - this.#begin > turnMs;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#begin = performance.now();
  }
}

/** Number of items that are cheaper without turns. */
const few = 1_000;

/** `items.map(work)` in turns. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<readonly R[]> {
  if (items.length <= few) return items.map((item) => work(item));
  const turn = new Turn();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (turn.isOver(index)) await turn.next();
    results.push(work(item));
  }
  return results;
}
