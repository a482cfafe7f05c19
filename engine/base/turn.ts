/** Long computations in turns, between which other requests run: one thread answers all of them. */
import { nextTurn, turnMs } from './shared-thread.ts';

/** Number of items between two looks at the clock. */
const interval = 50;

/** Milliseconds after which a computation lets other requests run. */
const usualTurnMs = 4;

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
    return performance.now() - this.#begin > turnMs(usualTurnMs);
  }

  async next(): Promise<void> {
    await nextTurn(performance.now() - this.#begin);
    this.#begin = performance.now();
  }
}

/** Number of items that are cheaper without turns. */
const few = 1_000;

/** Calls `work` for each item, in turns. A loop in an asynchronous function would allocate more for each item: V8 keeps its iterator. */
export async function eachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  const turn = new Turn();
  for (let start = 0; start < items.length; start += interval) {
    if (start > 0 && turn.isSpent()) await turn.next();
    for (const item of items.slice(start, start + interval)) work(item);
  }
}

/** `items.map(work)` in turns. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<readonly R[]> {
  if (items.length <= few) return items.map((item) => work(item));
  const results: R[] = [];
  await eachInTurns(items, (item) => results.push(work(item)));
  return results;
}

/** Items that are sorted at once. */
const sortedAtOnce = 256;

/** `items.toSorted(compare)` in turns: parts are sorted at once, and merged in turns. The sort is stable. */
export async function sortInTurns<T extends object>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  if (items.length <= few) return items.toSorted(compare);
  const turn = new Turn();
  let parts: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += sortedAtOnce) {
    if (turn.isSpent()) await turn.next();
    parts.push(items.slice(start, start + sortedAtOnce).sort(compare));
  }
  while (parts.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < parts.length; at += 2)
      merged.push(await mergeInTurns(parts[at] ?? [], parts[at + 1] ?? [], compare, turn));
    parts = merged;
  }
  return parts[0] ?? [];
}

async function mergeInTurns<T extends object>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  turn: Turn,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const item of left) {
    if (turn.isOver(merged.length)) await turn.next();
    for (
      let other = right[next];
      other !== undefined && next < right.length && compare(item, other) > 0;
      other = right[next]
    ) {
      if (turn.isOver(merged.length)) await turn.next();
      merged.push(other);
      next += 1;
    }
    merged.push(item);
  }
  return merged.concat(right.slice(next));
}
