/** Gives each API key a bounded number of turns for expensive work, so that one key leaves room for the others. */
import type { Caller } from './caller-connection.ts';
import { cancelExpiry, expireAfter } from './engine-api.ts';

/** Frees the turn. Further calls have no effect. */
export type EndTurn = () => void;

interface TurnLimits {
  /** Turns that one key has at the same time. */
  readonly atOnce: number;
  /** Requests of one key that wait for a turn. */
  readonly waiting: number;
}

interface KeyState {
  active: number;
  /** In the order of their arrival. */
  readonly queue: Set<() => void>;
}

interface FairTurns {
  /**
   * Waits for a turn of this key, at most `waitMs` milliseconds. Undefined if there is none in that time, if too many requests wait already, or
   * if the caller has disconnected.
   */
  take(key: string, waitMs: number, caller: Caller): Promise<EndTurn | undefined>;
}

/** `limits`: those that apply now. */
export function createFairTurns(limits: () => TurnLimits): FairTurns {
  /** Only keys with a request in progress have a state. */
  const states = new Map<string, KeyState>();

  const endOf = (key: string, state: KeyState): EndTurn => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      state.active -= 1;
      admitWaiting(state);
      if (state.active === 0) states.delete(key);
    };
  };

  /** As many as the limit allows, in the order of their arrival. */
  const admitWaiting = (state: KeyState): void => {
    const { atOnce } = limits();
    for (const admit of state.queue) {
      if (state.active >= atOnce) return;
      admit();
    }
  };

  return {
    take(key, waitMs, caller) {
      const state = states.get(key) ?? { active: 0, queue: new Set() };
      states.set(key, state);
      // A raised limit leaves turns for requests that wait already.
      admitWaiting(state);
      const { atOnce, waiting } = limits();
      if (state.active < atOnce) {
        state.active += 1;
        return Promise.resolve(endOf(key, state));
      }
      if (state.queue.size >= waiting || caller.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const settle = (end: EndTurn | undefined): void => {
          state.queue.delete(admit);
          cancelExpiry(expiry);
          caller.removeEventListener('abort', leave);
          resolve(end);
        };
        const admit = (): void => {
          state.active += 1;
          settle(endOf(key, state));
        };
        const leave = (): void => settle(undefined);
        const expiry = expireAfter(Math.max(0, waitMs), leave);
        state.queue.add(admit);
        caller.addEventListener('abort', leave);
      });
    },
  };
}
