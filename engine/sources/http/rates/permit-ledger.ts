/** What one replica knows about the permits of one limit: its own, those of all replicas, and those that the store has not recorded yet. */
import type { PermitGrant, RateLimit } from './rate-store.ts';
import { permitCount, takePermits, type WindowEntry } from './sliding-window.ts';

/** Permits that count until a time of the monotonic clock, in milliseconds. */
interface CountedPermits {
  readonly count: number;
  readonly until: number;
}

/** All times are milliseconds of the monotonic clock; the caller passes the current one. */
export class PermitLedger {
  readonly #limit: RateLimit;
  readonly #replicas: number;
  readonly #holdMs: number;
  /** How long a granted permit counts. */
  readonly #spanMs: number;
  /** The part of the limit that this replica may use while there is no store. */
  readonly #share: RateLimit;
  #own: readonly WindowEntry[] = [];
  /** Permits of all replicas as of the last grant, earliest expiry first. */
  #known: readonly CountedPermits[] = [];
  /** Permits that this replica took while the store was unavailable. */
  #unrecorded: readonly WindowEntry[] = [];

  constructor(limit: RateLimit, replicas: number, holdMs: number) {
    this.#limit = limit;
    this.#replicas = replicas;
    this.#holdMs = holdMs;
    this.#spanMs = limit.windowMs + holdMs;
    this.#share = { count: Math.max(1, Math.floor(limit.count / replicas)), windowMs: limit.windowMs };
  }

  /** Permits that are left of the whole limit. */
  left(now: number): number {
    return Math.max(0, this.#limit.count - permitCount(this.#counting(now)));
  }

  /** Permits that the store still has to record. */
  unrecordedCount(now: number): number {
    return permitCount(this.#recent(this.#unrecorded, now));
  }

  /** Stores what the shared store answered. All unrecorded permits were part of that request. */
  acceptGrant(grant: PermitGrant, now: number): void {
    this.#known = grant.expiries.map(({ inMs, count }) => ({ until: now + inMs, count }));
    this.#unrecorded = [];
  }

  /** Takes permits without the store: within this replica's share, and within what is left of the limit as far as it is known. */
  takeFromShare(wanted: number, now: number, mustRecord: boolean): number {
    const limit = Math.min(wanted, this.left(now));
    const { granted } = takePermits(this.#own, now, this.#share, this.#holdMs, limit);
    if (granted === 0) return 0;
    this.#known = [...this.#counting(now), { until: now + this.#spanMs, count: granted }];
    if (mustRecord) {
      this.#unrecorded = [...this.#recent(this.#unrecorded, now), { from: now, at: now, count: granted }];
    }
    return granted;
  }

  /** Records permits that this replica received, from the store or from its share. */
  addOwn(granted: number, now: number): void {
    const unlimited = { count: Number.POSITIVE_INFINITY, windowMs: this.#limit.windowMs };
    this.#own = takePermits(this.#own, now, unlimited, this.#holdMs, granted).log;
  }

  /** When the next permit becomes available: of the whole limit, or of this replica's share. */
  nextFreeAt(now: number, onShare: boolean, otherwise: number): number {
    const nextOfAll = this.#counting(now)[0]?.until ?? otherwise;
    const free = !onShare || this.left(now) === 0 ? nextOfAll : (this.#own[0]?.at ?? now) + this.#spanMs;
    // At least one millisecond ahead: a caller that waits would otherwise ask in an endless loop.
    return Math.max(now + 1, free);
  }

  /** Milliseconds until `missing` further permits can be expected, of which `free` are available at once. */
  expectedWait(missing: number, free: number, now: number): number {
    const needed = Math.ceil(missing * this.#contention(now)) - free;
    if (needed <= 0) return 0;
    const wholeWindows = Math.floor((needed - 1) / this.#limit.count);
    let rest = needed - wholeWindows * this.#limit.count;
    for (const { count, until } of this.#counting(now)) {
      rest -= count;
      if (rest <= 0) return wholeWindows * this.#spanMs + until - now;
    }
    return (wholeWindows + 1) * this.#spanMs;
  }

  /** How many permits all replicas take for each one that this replica takes: 1 if it is the only active one. */
  #contention(now: number): number {
    const mine = permitCount(this.#recent(this.#own, now));
    return Math.min(this.#replicas, Math.max(1, permitCount(this.#counting(now)) / Math.max(1, mine)));
  }

  #counting(now: number): readonly CountedPermits[] {
    return this.#known.filter(({ until }) => until > now);
  }

  #recent(entries: readonly WindowEntry[], now: number): readonly WindowEntry[] {
    return entries.filter(({ at }) => at > now - this.#spanMs);
  }
}
