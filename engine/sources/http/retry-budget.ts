/**
 * Retry budget and delays: retries are a limited share of all requests, so that an overloaded ERP does not get more
 * load.
 */

/** Retries available after an idle period. */
const reserve = 10;
/** First and longest delay, in milliseconds. */
const firstWait = 100;
const longestWait = 5_000;

export interface RetryBudget {
  /** Counts a first attempt. */
  sent(): void;
  /** Takes one retry from the budget; false if it is exhausted. */
  take(): boolean;
}

/** `share`: the share of requests that may be retried, plus a small constant. */
export function createBudget(share: number): RetryBudget {
  let tokens = reserve;
  return {
    sent() {
      tokens = Math.min(reserve, tokens + share);
    },
    take() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/**
 * Delay before a retry (from 1), in milliseconds: doubled each time, with jitter between half and the full delay, so
 * that failed requests do not retry together. `random`: 0 to 1.
 */
export function backOff(repetition: number, random: number): number {
  return Math.min(longestWait, firstWait * 2 ** (repetition - 1)) * (0.5 + random / 2);
}
