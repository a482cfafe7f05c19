/** Waits for a condition that has no event. */
import { setTimeout as sleep } from 'node:timers/promises';

/** True as soon as the condition holds; false when it does not within `limitMs`. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await sleep(15);
  }
  return true;
}
