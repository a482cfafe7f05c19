/** This replica's permits under one limit: taken from the store in batches, used within a short time. */
import { type Permitted, take } from './log.ts';
import type { RateLimit, RateStore } from './rate.ts';

export interface PermitOptions {
  readonly name: string;
  readonly limit: RateLimit;
  readonly store: RateStore | undefined;
  /** Replicas that share the limit; each has its part of it while there is no store. */
  readonly replicas: number;
  /** Called when there may be permits again. */
  readonly changed: () => void;
}

export interface Permits {
  /** Permits that can be used now. */
  available(): number;
  /** Uses one of those that are available. */
  use(): void;
  /** Fetches permits, soon: as many as are wanted now, or some more where many were used lately and many are left. */
  fetch(wanted: number): void;
  /** Milliseconds until the request at this place of the queue, counted from 1, can expect its permit. */
  waitFor(place: number): number;
  close(): void;
}

/** Permits that count until then, by the monotonic clock, as all times here. */
interface Counted {
  readonly count: number;
  readonly until: number;
}

/** Permits that can be used until then. */
interface Batch {
  count: number;
  readonly until: number;
}

/** Milliseconds for which a batch is kept: a twentieth of the window, within these. What is not used by then is lost. */
const shortestKept = 50;
const longestKept = 2_000;
/** The way to the ERP takes one request longer than another: a fortieth of the window is added to it, within these. Milliseconds. */
const leastDrift = 100;
const mostDrift = 1_500;

/** The longest delay that a timer can have. */
const longestTimer = 2 ** 31 - 1;

const now = (): number => performance.now();

const total = (entries: readonly { readonly count: number }[]): number =>
  entries.reduce((sum, { count }) => sum + count, 0);

export function createPermits({ name, limit, store, replicas, changed }: PermitOptions): Permits {
  const { count, windowMs } = limit;
  const keptMs = Math.min(longestKept, Math.max(shortestKept, windowMs / 20));
  const countedMs = keptMs + Math.min(mostDrift, Math.max(leastDrift, windowMs / 40));
  const span = windowMs + countedMs;
  /** What one replica may do on its own. */
  const share: RateLimit = { count: Math.max(1, Math.floor(count / replicas)), windowMs };
  let batches: readonly Batch[] = [];
  /** What this replica was given. */
  let own: readonly Permitted[] = [];
  /** What counts for all, as far as this replica knows, in the order in which it ceases to. */
  let known: readonly Counted[] = [];
  let uses: readonly number[] = [];
  /** Permits that this replica gave itself while the store was away, and that the store has not heard of. */
  let untold: readonly Permitted[] = [];
  let asking = false;
  let nothingUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const counting = (): readonly Counted[] => known.filter(({ until }) => until > now());
  const left = (): number => Math.max(0, count - total(counting()));

  function available(): number {
    const time = now();
    if (batches.some(({ until, count: permits }) => until <= time || permits === 0)) {
      batches = batches.filter(({ until, count: permits }) => until > time && permits > 0);
    }
    return total(batches);
  }

  /** The store is away: within this replica's share, and within what is left of all as far as it is known. */
  function alone(wanted: number): number {
    const taken = take(own, now(), share, countedMs, Math.min(wanted, left()));
    if (taken.granted === 0) return 0;
    known = [...counting(), { until: now() + span, count: taken.granted }];
    if (store !== undefined) untold = [...debts(), { from: now(), at: now(), count: taken.granted }];
    return taken.granted;
  }

  const debts = (): readonly Permitted[] => untold.filter(({ at }) => at > now() - span);

  /** Takes permits from the store, beside those that it has to be told of. Undefined while it is away. */
  async function fromStore(wanted: number): Promise<number | undefined> {
    const owed = total(debts());
    const grant = await store?.take(name, limit, countedMs, wanted + owed);
    if (grant === undefined) return undefined;
    const time = now();
    known = grant.endings.map(({ inMs, count: permits }) => ({ until: time + inMs, count: permits }));
    untold = [];
    return Math.max(0, grant.granted - owed);
  }

  async function ask(wanted: number): Promise<void> {
    // Before the question: the store's clock begins to count no earlier than this.
    const asked = now();
    const given = await fromStore(wanted);
    const time = now();
    const granted = given ?? alone(wanted);
    if (granted > 0) {
      batches = [...batches, { count: granted, until: asked + keptMs }];
      own = take(own, time, { count: Number.POSITIVE_INFINITY, windowMs }, countedMs, granted).log;
    }
    if (granted < wanted) nothingUntil = nextPermit(time, given === undefined);
  }

  /** When the next one comes free: of all, or of this replica's share. */
  function nextPermit(time: number, onOwn: boolean): number {
    const next = counting()[0]?.until ?? time + keptMs;
    const freed = !onOwn || left() === 0 ? next : (own[0]?.at ?? time) + span;
    // Never at once: whoever waits would ask without end.
    return Math.max(time + 1, freed);
  }

  function wake(): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(changed, Math.max(1, Math.min(longestTimer, Math.ceil(nothingUntil - now()))));
  }

  /** How many want a permit for each one that this replica gets: 1 where it is alone. */
  function rivalry(): number {
    const mine = total(own.filter(({ at }) => at > now() - span));
    return Math.min(replicas, Math.max(1, total(counting()) / Math.max(1, mine)));
  }

  return {
    available,
    use() {
      const time = now();
      const batch = batches.find(({ until, count: permits }) => until > time && permits > 0);
      if (batch === undefined) throw new Error('A permit is used that is not there.');
      batch.count -= 1;
      uses = [...uses.filter((at) => at > time - keptMs), time].slice(-count);
    },
    fetch(wanted) {
      if (asking || closed) return;
      if (now() < nothingUntil) {
        wake();
        return;
      }
      // What is fetched ahead and not used is lost: no more than a tenth of what is left.
      const lately = uses.filter((at) => at > now() - keptMs).length;
      const ahead = Math.min(lately, Math.floor(left() / 10));
      asking = true;
      void ask(Math.max(1, Math.min(count, Math.max(wanted, ahead)))).finally(() => {
        asking = false;
        changed();
      });
    },
    waitFor(place) {
      const missing = place - available();
      if (missing <= 0) return 0;
      const free = now() < nothingUntil ? 0 : left();
      let needed = Math.ceil(missing * rivalry()) - free;
      if (needed <= 0) return 0;
      const order = counting();
      const whole = Math.floor((needed - 1) / count);
      needed -= whole * count;
      for (const ending of order) {
        needed -= ending.count;
        if (needed <= 0) return whole * span + ending.until - now();
      }
      return (whole + 1) * span;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
