/** Rate limits, and the store in which all replicas count their requests together. */

/** At most `count` requests in any period of `windowMs` milliseconds. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** `count` permits stop counting against the limit in `inMs` milliseconds. */
export interface PermitExpiry {
  readonly inMs: number;
  readonly count: number;
}

/** The store's answer to a replica that asks for permits. */
export interface PermitGrant {
  /** Permits granted, from 0 to the number requested. */
  readonly granted: number;
  /** The permits that count after this grant, earliest expiry first. */
  readonly expiries: readonly PermitExpiry[];
}

/**
 * Counts permits for all replicas with one clock. A permit counts from the grant until the limit's window plus `holdMs` is over, where `holdMs`
 * is the time for which a replica may hold the permit before it sends its request.
 */
export interface RateStore {
  /**
   * Takes as many permits as are available, at most `wanted`. Returns undefined if the store is unavailable; never rejects. `name` has any
   * length and contains no secret.
   */
  take(name: string, limit: RateLimit, holdMs: number, wanted: number): Promise<PermitGrant | undefined>;
}
