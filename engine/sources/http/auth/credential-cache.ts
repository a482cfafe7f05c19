/**
 * Credentials that end: obtained when a request first needs them, by one request for all that wait, and again when their time is over or
 * the ERP says so. What the ERP refuses is not tried again at once: a wrong password must not lock the account.
 */

import type { SourceEvent } from '../../../base/events.ts';
import type { CallContext } from '../../source.ts';
import { SourceError } from '../../source.ts';
import { waitFor } from './waiting.ts';

/** Times are in milliseconds since the epoch. */
export interface Obtained<T> {
  readonly value: T;
  /** When it is renewed; undefined: when the ERP says that it is over. */
  readonly until?: number | undefined;
  /** Before this it is not renewed, whatever the ERP says. */
  readonly notBefore?: number | undefined;
}

export interface Held<T> extends Obtained<T> {
  readonly session: number;
  /** When they were obtained. */
  readonly since: number;
}

export interface Keeper<T> {
  /** The credentials, new ones where there are none. Rejects with `SourceError`; nothing was sent for this call then. */
  get(call: CallContext): Promise<Held<T>>;
  /** Those that are held, whether they are still good or not. */
  peek(): Held<T> | undefined;
  /** They are over. True where others are worth a try. */
  expired(session: number): boolean;
  /** Gives out none any more; those that are held, once no obtaining is under way, or after `patienceMs`. */
  close(patienceMs: number): Promise<Held<T> | undefined>;
}

export interface KeeperOptions<T> {
  /** What is being done, at the beginning of a sentence: `Logging in`. */
  readonly what: string;
  /** Rejects with `SourceError`. `over` is what the ERP said is over, where it did. */
  readonly obtain: (call: CallContext, over: T | undefined) => Promise<Obtained<T>>;
  /** They end when they are not used for so long, in milliseconds. */
  readonly idleMs?: number | undefined;
  /** Pause after a refusal, twice as long after each further one up to the longest; in milliseconds. */
  readonly refusedMs?: { readonly first: number; readonly most: number } | undefined;
  readonly now: () => number;
  readonly report: (event: SourceEvent) => void;
}

/** Longest time of one obtaining, in milliseconds: it outlives the calls that wait for it. */
const obtainMs = 30_000;
/** Accounts are locked after few wrong passwords. */
const carefully = { first: 60_000, most: 15 * 60_000 } as const;
const troubledMs = 1_000;
/** So many renewals because the ERP says so, in such a time; more would be a storm that helps nobody. */
const renewals = { count: 3, windowMs: 60_000 } as const;

let sessions = 0;

/** Keeps credentials of one kind. Numbers of sessions grow, over all keepers of the process. */
export function createKeeper<T>({
  what,
  obtain,
  idleMs,
  refusedMs = carefully,
  now,
  report,
}: KeeperOptions<T>): Keeper<T> {
  let held: Held<T> | undefined;
  let flight: Promise<Held<T>> | undefined;
  let over: T | undefined;
  let used = 0;
  let last = 0;
  let refusals = 0;
  let pause: { readonly since: number; readonly until: number; readonly error: SourceError } | undefined;
  let forced: readonly number[] = [];
  let closed = false;

  const current = (): Held<T> | undefined => {
    const time = now();
    const isOver = held === undefined || time >= (held.until ?? Number.POSITIVE_INFINITY);
    return isOver || (idleMs !== undefined && time - used >= idleMs) ? undefined : held;
  };

  function failed(error: unknown): SourceError {
    if (!(error instanceof SourceError)) throw error;
    const { kind, cure, retryAfterMs } = error;
    refusals = kind === 'denied' ? refusals + 1 : 0;
    const refused = Math.min(refusedMs.first * 2 ** (refusals - 1), refusedMs.most);
    const wait = kind === 'denied' ? refused : (retryAfterMs ?? troubledMs);
    const found = new SourceError(kind, `${what} failed: ${error.message}`, { effect: 'none', cure, retryAfterMs });
    const since = now();
    pause = { since, until: since + wait, error: found };
    const again = `The next try is in ${Math.ceil(wait / 1000)} s at the earliest.`;
    const level = kind === 'denied' ? 'error' : 'warn';
    report({
      level,
      event: 'login_failed',
      message: `${found.message} ${again}${cure === undefined ? '' : ` ${cure}`}`,
    });
    return found;
  }

  async function start(): Promise<Held<T>> {
    try {
      const obtained = await obtain({ deadline: Date.now() + obtainMs }, over);
      sessions += 1;
      last = sessions;
      refusals = 0;
      pause = undefined;
      over = undefined;
      used = now();
      held = { ...obtained, session: sessions, since: used };
      return held;
    } catch (error) {
      throw failed(error);
    } finally {
      flight = undefined;
    }
  }

  /** The error of the last try, while it is too early for another one. */
  function tooEarly(): SourceError | undefined {
    if (pause === undefined) return undefined;
    const time = now();
    const left = pause.until - time;
    // A clock that was set back must not make the pause longer.
    if (left <= 0 || time < pause.since) return undefined;
    const { kind, message, cure } = pause.error;
    return new SourceError(kind, message, { effect: 'none', cure, retryAfterMs: left });
  }

  return {
    async get(call) {
      if (closed) throw new SourceError('unreachable', 'The source is closed.', { effect: 'none' });
      const good = current();
      if (good !== undefined) {
        used = now();
        return good;
      }
      const early = flight === undefined ? tooEarly() : undefined;
      if (early !== undefined) throw early;
      flight ??= start();
      return waitFor(flight, call, what);
    },
    peek: () => held,
    expired(session) {
      if (session === 0 || session > last) return false;
      if (held === undefined || held.session > session) return true;
      const time = now();
      // What was counted by a clock that was set back since counts no more.
      if (time >= held.since && time < (held.notBefore ?? 0)) return false;
      forced = forced.filter((at) => at <= time && time - at < renewals.windowMs);
      if (forced.length >= renewals.count) return false;
      forced = [...forced, time];
      over = held.value;
      held = undefined;
      return true;
    },
    async close(patienceMs) {
      closed = true;
      if (flight !== undefined) {
        const call = { deadline: Date.now() + patienceMs };
        await waitFor(flight, call, what).catch(() => undefined);
      }
      return held;
    },
  };
}
