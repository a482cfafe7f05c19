/** Timeouts, on a clock that the test controls. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelExpiry, type Expiry, expireAfter } from '../../engine/base/deadline-timer.ts';

describe('waits', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

  const over: string[] = [];
  const wait = (name: string, milliseconds: number): Expiry => expireAfter(milliseconds, () => over.push(name));
  afterEach(() => {
    over.splice(0);
    vi.useRealTimers();
  });

  it('run out at their time, whatever the order they began in', () => {
    for (const [name, milliseconds] of [
      ['late', 300],
      ['early', 100],
      ['middle', 200],
    ] as const)
      wait(name, milliseconds);
    vi.advanceTimersByTime(99);
    expect(over).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(over).toEqual(['early']);
    vi.advanceTimersByTime(100);
    expect(over).toEqual(['early', 'middle']);
    vi.advanceTimersByTime(100);
    expect(over).toEqual(['early', 'middle', 'late']);
  });

  it('that were cancelled do not run out, wherever they stand in the list', () => {
    const waits = ['first', 'second', 'third', 'fourth'].map((name) => wait(name, 50));
    for (const index of [0, 2, 3, 3]) {
      const cancelled = waits[index];
      if (cancelled !== undefined) cancelExpiry(cancelled);
    }
    wait('fifth', 50);
    vi.advanceTimersByTime(50);
    expect(over.toSorted()).toEqual(['fifth', 'second']);
  });

  it('that begin after all others have ended run out too', () => {
    cancelExpiry(wait('gone', 10));
    vi.advanceTimersByTime(20);
    wait('next', 10);
    vi.advanceTimersByTime(10);
    expect(over).toEqual(['next']);
  });

  it('may end one another', () => {
    const waits: Expiry[] = [];
    const endOthers = (name: string) => () => {
      over.push(name);
      for (const other of waits) cancelExpiry(other);
    };
    waits.push(expireAfter(10, endOthers('a')), expireAfter(10, endOthers('b')));
    vi.advanceTimersByTime(10);
    expect(over).toHaveLength(1);
  });

  it('of zero expire at once, but not before the caller continues', () => {
    wait('now', 0);
    expect(over).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(over).toEqual(['now']);
  });
});
