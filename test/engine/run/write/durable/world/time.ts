/** A virtual clock that advances when no work is left at its present time. */

export interface VirtualTime {
  /** Milliseconds since the beginning. */
  now(): number;
  after(ms: number, run: () => void): void;
  sleep(ms: number): Promise<void>;
  /** Runs what was planned, in order, until `isOver` or nothing is left; each event's promises settle before the next one. Rejects after two hours. */
  run(isOver: () => boolean): Promise<void>;
}

interface Planned {
  readonly at: number;
  readonly run: () => void;
}

/** Longer than all that is ever waited for: who goes on then does so for ever. */
const endMs = 2 * 3_600_000;

/** All that promises do among themselves is done when an immediate runs. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function virtualTime(): VirtualTime {
  const plan: Planned[] = [];
  let time = 0;
  const after = (ms: number, run: () => void): void => {
    const at = time + Math.max(0, ms);
    let index = plan.length;
    // The first to come stands last; of equal times, the one that was planned first.
    while (index > 0 && (plan[index - 1]?.at ?? 0) <= at) index -= 1;
    plan.splice(index, 0, { at, run });
  };
  return {
    now: () => time,
    after,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    async run(isOver) {
      await settled();
      for (let next = plan.pop(); next !== undefined; next = isOver() ? undefined : plan.pop()) {
        time = next.at;
        if (time > endMs) throw new Error(`There is no end to it: it is ${time} ms by now`);
        next.run();
        await settled();
      }
    },
  };
}
