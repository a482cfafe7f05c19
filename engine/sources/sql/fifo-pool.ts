/** A bounded number of things that are lent one at a time, first come first served, for as long as a caller can wait. */
import { cancelExpiry, expireAfter } from '../../base/deadline-timer.ts';
import { SourceError } from '../source.ts';

export interface Turns<T> {
  /** A thing of one's own until it is given back, where one is idle. */
  takeIdle(): T | undefined;
  /** Resolves with a thing of one's own until it is given back; `timeout` when the deadline (ms since the epoch) comes first. */
  take(deadline: number): Promise<T>;
  give(thing: T): void;
}

/** Lends `things`, the one given back last first, so that warm connections are preferred. */
export function createTurns<T>(things: readonly T[]): Turns<T> {
  const idle = [...things];
  const waiting: ((thing: T) => void)[] = [];
  return {
    takeIdle: () => idle.pop(),
    take(deadline) {
      const ready = idle.pop();
      if (ready !== undefined) return Promise.resolve(ready);
      return new Promise((resolve, reject) => {
        const receive = (thing: T) => {
          cancelExpiry(expiry);
          resolve(thing);
        };
        const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => {
          waiting.splice(waiting.indexOf(receive), 1);
          reject(new SourceError('timeout', 'All connections were busy until the deadline.'));
        });
        waiting.push(receive);
      });
    },
    give(thing) {
      const next = waiting.shift();
      if (next) next(thing);
      else idle.push(thing);
    },
  };
}
