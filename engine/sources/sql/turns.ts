/** A bounded number of things that are lent one at a time, first come first served, for as long as a caller can wait. */
import { SourceError } from '../source.ts';

export interface Turns<T> {
  /** Resolves with a thing of one's own until it is given back; `timeout` when the deadline (ms since the epoch) comes first. */
  take(deadline: number): Promise<T>;
  give(thing: T): void;
}

/** Lends `things`, the one given back last first, so that warm connections are preferred. */
export function createTurns<T>(things: readonly T[]): Turns<T> {
  const idle = [...things];
  const waiting: ((thing: T) => void)[] = [];
  return {
    take(deadline) {
      const ready = idle.pop();
      if (ready !== undefined) return Promise.resolve(ready);
      return new Promise((resolve, reject) => {
        const receive = (thing: T) => {
          clearTimeout(timer);
          resolve(thing);
        };
        const timer = setTimeout(
          () => {
            waiting.splice(waiting.indexOf(receive), 1);
            reject(new SourceError('timeout', 'All connections were busy until the deadline.'));
          },
          Math.max(0, deadline - Date.now()),
        );
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
