/** Slots for concurrent requests, which all replicas of a service share. */
export interface SlotStore {
  /**
   * Takes one of `count` slots for a holder, for at most `leaseMs` milliseconds. False if all are taken; undefined if
   * the store is unavailable. Never rejects. `name` has any length and contains no secret; `holder` is unique.
   */
  enter(name: string, count: number, holder: string, leaseMs: number): Promise<boolean | undefined>;
  /** Frees the slot of a holder. Never rejects: a slot that cannot be freed ends with its lease. */
  leave(name: string, holder: string): Promise<void>;
}
