/** How much may be sent again, and when: a share of what is sent at all, so that an ERP in trouble gets no storm. */

/** Repetitions that are left after a quiet time. */
const reserve = 10;
/** The first wait and the longest one, in milliseconds. */
const firstWait = 100;
const longestWait = 5_000;

export interface RetryBudget {
  /** A request is sent for the first time. */
  sent(): void;
  /** Takes the right to send one again; false where it is used up. */
  take(): boolean;
}

/** `share` of the requests may be repeated, and a few beyond that. */
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
 * Milliseconds before the repetition of this number, counted from 1: doubled each time, and spread from half to whole, so that requests
 * that failed together do not come back together. `random` is from 0 to 1.
 */
export function backOff(repetition: number, random: number): number {
  return Math.min(longestWait, firstWait * 2 ** (repetition - 1)) * (0.5 + random / 2);
}
