/** Limits of requests in a time, and the place where all replicas count together what they send. */

/** So many requests in any time of this length. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Requests that were permitted and still count: so many of them cease to count in so many milliseconds. */
export interface Ending {
  readonly inMs: number;
  readonly count: number;
}

/** What a store says to a replica that asks for permits. */
export interface Grant {
  /** Permits that it gave: none up to what was wanted. */
  readonly granted: number;
  /** What counts after this, in the order in which it ceases to. */
  readonly endings: readonly Ending[];
}

/**
 * Counts permits for all replicas by one clock. A permit counts from when it is given until the length of the limit, and `keptMs`, the time
 * for which a replica may keep it before it sends, are over.
 */
export interface RateStore {
  /**
   * Takes as many permits as there are, `wanted` at most. Undefined while the store is away; never rejects. `name` is of any length and holds no
   * secret.
   */
  take(name: string, limit: RateLimit, keptMs: number, wanted: number): Promise<Grant | undefined>;
}
