/**
 * Credentials that expire. They are obtained when a request first needs them, once for all requests that wait, and again when they
 * expire or the ERP rejects them. After a refusal the next attempt is delayed: a wrong password must not lock the account.
 */

import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../../source.ts';
import { type BackoffOptions, LoginBackoff } from './login-backoff.ts';

/** `work` continues if a caller stops waiting. Rejects with `SourceError`; nothing was sent by this call. */
function waitFor<T>(work: Promise<T>, call: CallContext, what: string): Promise<T> {
  const { signal, deadline } = call;
  const late = (reason: string) => new SourceError('timeout', reason, { effect: 'none' });
  if (signal?.aborted) return Promise.reject(late('The caller disconnected.'));
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      cancelExpiry(expiry);
      signal?.removeEventListener('abort', abandon);
    };
    const giveUp = (reason: string): void => {
      settle();
      reject(late(reason));
    };
    const abandon = (): void => giveUp('The caller disconnected.');
    const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => giveUp(`${what} took too long.`));
    signal?.addEventListener('abort', abandon, { once: true });
    work.then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** Times are milliseconds since the epoch. */
export interface ObtainedCredentials<T> {
  readonly value: T;
  /** When they are renewed. Undefined: when the ERP says that they have expired. */
  readonly until?: number | undefined;
  /** Before this time they are not renewed, whatever the ERP says. */
  readonly notBefore?: number | undefined;
}

interface Credentials<T> extends ObtainedCredentials<T> {
  readonly session: number;
  /** When they were obtained. */
  readonly since: number;
}

interface CredentialCacheOptions<T> extends BackoffOptions {
  /** Rejects with `SourceError`. `rejected` are the credentials that the ERP rejected, if it did. */
  readonly obtain: (call: CallContext, rejected: T | undefined) => Promise<ObtainedCredentials<T>>;
  /** They expire when they are not used for this many milliseconds. */
  readonly idleMs?: number | undefined;
}

/** Longest duration of one attempt, in milliseconds. An attempt continues after the calls that wait for it have ended. */
const attemptMs = 30_000;
/** At most this many renewals on request of the ERP in a period (milliseconds): more would only add load. */
const renewalLimit = { count: 3, windowMs: 60_000 } as const;

/** Session numbers increase across all caches of the process. */
let lastSession = 0;

/** Holds the credentials of one kind for one source. */
export class CredentialCache<T> {
  readonly #options: CredentialCacheOptions<T>;
  readonly #backoff: LoginBackoff;
  #held: Credentials<T> | undefined;
  #attempt: Promise<Credentials<T>> | undefined;
  #rejected: T | undefined;
  #lastUse = 0;
  #ownLastSession = 0;
  #renewals: readonly number[] = [];
  #closed = false;

  constructor(options: CredentialCacheOptions<T>) {
    this.#options = options;
    this.#backoff = new LoginBackoff(options);
  }

  /**
   * The current credentials; obtains new ones if there are none, or none that were obtained within `maxAgeMs`
   * (milliseconds). Rejects with `SourceError`; nothing was sent for this call then.
   */
  async get(call: CallContext, maxAgeMs = Number.POSITIVE_INFINITY): Promise<Credentials<T>> {
    if (this.#closed) throw new SourceError('unreachable', 'The source is closed.', { effect: 'none' });
    const valid = this.#valid(maxAgeMs);
    if (valid !== undefined) {
      this.#lastUse = this.#options.now();
      return valid;
    }
    const paused = this.#attempt === undefined ? this.#backoff.pausedBy() : undefined;
    if (paused !== undefined) throw paused;
    this.#attempt ??= this.#obtain();
    return waitFor(this.#attempt, call, this.#options.what);
  }

  /** The held credentials, valid or not. */
  peek(): Credentials<T> | undefined {
    return this.#held;
  }

  /** The ERP rejected the credentials of this session. Returns whether another attempt with other credentials is useful. */
  expired(session: number): boolean {
    if (session === 0 || session > this.#ownLastSession) return false;
    if (this.#held === undefined || this.#held.session > session) return true;
    const time = this.#options.now();
    // `notBefore` does not apply if the clock was set back before `since`.
    if (time >= this.#held.since && time < (this.#held.notBefore ?? 0)) return false;
    this.#renewals = this.#renewals.filter((at) => at <= time && time - at < renewalLimit.windowMs);
    if (this.#renewals.length >= renewalLimit.count) return false;
    this.#renewals = [...this.#renewals, time];
    this.#rejected = this.#held.value;
    this.#held = undefined;
    return true;
  }

  /** Ends the pause after a failure: the reason of the failure is gone. */
  endPause(): void {
    this.#backoff.succeeded();
  }

  /** Refuses further calls. Resolves with the held credentials when no attempt is in progress, or after `timeoutMs`. */
  async close(timeoutMs: number): Promise<Credentials<T> | undefined> {
    this.#closed = true;
    if (this.#attempt !== undefined) {
      const call = { deadline: Date.now() + timeoutMs };
      await waitFor(this.#attempt, call, this.#options.what).catch(() => undefined);
    }
    return this.#held;
  }

  #valid(maxAgeMs: number): Credentials<T> | undefined {
    const { now, idleMs } = this.#options;
    const time = now();
    // A session from the future: the clock was set back, so that its age is not known.
    const age = time - (this.#held?.since ?? 0);
    const isTooOld = maxAgeMs !== Number.POSITIVE_INFINITY && (age < 0 || age >= maxAgeMs);
    const hasExpired = isTooOld || this.#held === undefined || time >= (this.#held.until ?? Number.POSITIVE_INFINITY);
    return hasExpired || (idleMs !== undefined && time - this.#lastUse >= idleMs) ? undefined : this.#held;
  }

  async #obtain(): Promise<Credentials<T>> {
    try {
      const obtained = await this.#options.obtain({ deadline: Date.now() + attemptMs }, this.#rejected);
      lastSession += 1;
      this.#ownLastSession = lastSession;
      this.#backoff.succeeded();
      this.#rejected = undefined;
      this.#lastUse = this.#options.now();
      this.#held = { ...obtained, session: lastSession, since: this.#lastUse };
      return this.#held;
    } catch (error) {
      throw this.#backoff.failed(error);
    } finally {
      this.#attempt = undefined;
    }
  }
}
