/** One replica's permits under one rate limit. They are taken from the store in batches and used within a short time. */
import { PermitLedger } from './permit-ledger.ts';
import type { RateLimit, RateStore } from './rate-store.ts';
import { permitCount } from './sliding-window.ts';

interface PermitOptions {
  readonly name: string;
  readonly limit: RateLimit;
  readonly store: RateStore | undefined;
  /** Replicas that share the limit. While the store is unavailable each uses an equal part of it. */
  readonly replicas: number;
  /** Called when permits may be available again. */
  readonly onChange: () => void;
}

/** Permits that can be used until `until`. */
interface Batch {
  count: number;
  readonly until: number;
}

/** A batch is held for a twentieth of the window, within these bounds (milliseconds). Unused permits are then lost. */
const holdBounds = { minimum: 50, maximum: 2_000 } as const;
/** Requests take different times to reach the ERP. A fortieth of the window is added for that, within these bounds (milliseconds). */
const driftBounds = { minimum: 100, maximum: 1_500 } as const;

/** The longest delay of a Node.js timer. */
const longestTimerMs = 2 ** 31 - 1;

const now = (): number => performance.now();

const within = (value: number, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }): number =>
  Math.min(maximum, Math.max(minimum, value));

/** A live resource: it keeps a timer until `close`. */
export class SharedPermits {
  readonly #options: PermitOptions;
  readonly #ledger: PermitLedger;
  readonly #batchMs: number;
  readonly #holdMs: number;
  #batches: readonly Batch[] = [];
  #recentUses: readonly number[] = [];
  #fetching = false;
  #noneUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PermitOptions) {
    const { limit, replicas } = options;
    this.#options = options;
    this.#batchMs = within(limit.windowMs / 20, holdBounds);
    this.#holdMs = this.#batchMs + within(limit.windowMs / 40, driftBounds);
    this.#ledger = new PermitLedger(limit, replicas, this.#holdMs);
  }

  /** Permits that can be used at this time of the monotonic clock, now by default. */
  available(time = now()): number {
    if (this.#batches.some(({ until, count }) => until <= time || count === 0)) {
      this.#batches = this.#batches.filter(({ until, count }) => until > time && count > 0);
    }
    return permitCount(this.#batches);
  }

  /** Uses one permit that is available at this time of the monotonic clock. Throws if there is none. */
  use(time: number): void {
    const batch = this.#batches.find(({ until, count }) => until > time && count > 0);
    if (batch === undefined) throw new Error('A permit was used that is not available.');
    batch.count -= 1;
    this.#recentUses = [...this.#usesSince(time - this.#batchMs), time].slice(-this.#options.limit.count);
  }

  /** Fetches permits in the background: `wanted`, or more if many were used recently and many are left. */
  fetch(wanted: number): void {
    if (this.#fetching || this.#closed) return;
    if (now() < this.#noneUntil) {
      this.#scheduleRetry();
      return;
    }
    // Permits fetched in advance are lost if they are not used: fetch at maximum a tenth of what is left.
    const ahead = Math.min(this.#usesSince(now() - this.#batchMs).length, Math.floor(this.#ledger.left(now()) / 10));
    const count = Math.max(1, Math.min(this.#options.limit.count, Math.max(wanted, ahead)));
    this.#fetching = true;
    void this.#take(count).finally(() => {
      this.#fetching = false;
      this.#options.onChange();
    });
  }

  /** Milliseconds until the request at this position of the queue (from 1) can expect its permit. */
  waitFor(position: number): number {
    const missing = position - this.available();
    if (missing <= 0) return 0;
    const time = now();
    return this.#ledger.expectedWait(missing, time < this.#noneUntil ? 0 : this.#ledger.left(time), time);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #take(wanted: number): Promise<void> {
    // Measured before the request: the store's clock starts to count no earlier.
    const requestedAt = now();
    const fromStore = await this.#takeFromStore(wanted);
    const time = now();
    const granted = fromStore ?? this.#ledger.takeFromShare(wanted, time, this.#options.store !== undefined);
    if (granted > 0) {
      this.#batches = [...this.#batches, { count: granted, until: requestedAt + this.#batchMs }];
      this.#ledger.addOwn(granted, time);
    }
    if (granted < wanted) {
      this.#noneUntil = this.#ledger.nextFreeAt(time, fromStore === undefined, time + this.#batchMs);
    }
  }

  /** Takes permits from the store, including those that it has not recorded yet. Undefined if it is unavailable. */
  async #takeFromStore(wanted: number): Promise<number | undefined> {
    const { name, limit, store } = this.#options;
    const unrecorded = this.#ledger.unrecordedCount(now());
    const grant = await store?.take(name, limit, this.#holdMs, wanted + unrecorded);
    if (grant === undefined) return undefined;
    this.#ledger.acceptGrant(grant, now());
    return Math.max(0, grant.granted - unrecorded);
  }

  #scheduleRetry(): void {
    clearTimeout(this.#timer);
    const delay = Math.ceil(this.#noneUntil - now());
    this.#timer = setTimeout(this.#options.onChange, Math.max(1, Math.min(longestTimerMs, delay)));
  }

  #usesSince(start: number): readonly number[] {
    return this.#recentUses.filter((at) => at > start);
  }
}
