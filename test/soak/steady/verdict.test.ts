/** The verdict over the figures of a steady load. */
import { describe, expect, it } from 'vitest';
import type { Sample } from './run.ts';
import { slopeOf, verdicts } from './verdict.ts';

/** Thirty minutes with the heap of each minute. */
const withHeap = (heapAt: (minute: number) => number): readonly Sample[] =>
  Array.from({ length: 30 }, (_none, at) => ({
    minute: at + 1,
    requests: 3_000,
    p50: 3,
    p99: 20,
    figures: { resident: 90, heap: heapAt(at + 1), handles: 6 + (at % 2), files: 40 },
  }));

const growing = (samples: readonly Sample[]): readonly string[] =>
  verdicts(samples)
    .filter(({ isFlat }) => !isFlat)
    .map(({ text }) => text);

describe('the verdict', () => {
  it('takes the slope of the regression line', () => {
    // By the textbook: sum((x - 1.5)(y - 2.5)) / sum((x - 1.5)^2) = (1.5*1.5 + 0.5*1.5 + 0.5*0.5 + 1.5*2.5) / 5
    expect(slopeOf([1, 1, 3, 5])).toBeCloseTo(1.4);
    expect(slopeOf([4])).toBe(0);
  });

  it('is flat if the heap grows only while the service warms up', () => {
    expect(growing(withHeap((minute) => Math.min(40, 30 + minute)))).toEqual([]);
  });

  it('names what grows with the requests', () => {
    // 0.2 MB a minute from 44 MB at minute 11 to 48 MB at minute 30: 3.8 MB over 19 minutes.
    expect(growing(withHeap((minute) => 42 + 0.2 * minute))).toEqual([
      expect.stringMatching(/^Heap: 3\.8 MB over the last 19 minutes .*GROWING\.$/),
    ]);
  });
});
