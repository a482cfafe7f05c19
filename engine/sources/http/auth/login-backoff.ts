/** The pause between attempts to log in after failures. */
import type { SourceEvent } from '../../../base/events.ts';
import { SourceError } from '../../source.ts';

/** In milliseconds: after the first refusal, and at most. */
export interface RefusalPause {
  readonly first: number;
  readonly longest: number;
}

export interface BackoffOptions {
  /** The activity, at the beginning of a sentence: `Logging in`. */
  readonly what: string;
  /** The pause after a refusal. It doubles with each further refusal. */
  readonly refusalPause?: RefusalPause | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly report: (event: SourceEvent) => void;
}

interface Pause {
  readonly since: number;
  readonly until: number;
  readonly error: SourceError;
}

/** Long by default: accounts are locked after few wrong passwords. */
const defaultPause: RefusalPause = { first: 60_000, longest: 15 * 60_000 };
/** The pause after a failure that is not a refusal, in milliseconds. */
const failurePauseMs = 1_000;

export class LoginBackoff {
  readonly #options: BackoffOptions;
  #refusals = 0;
  #pause: Pause | undefined;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  succeeded(): void {
    this.#refusals = 0;
    this.#pause = undefined;
  }

  /** Starts a pause, reports the failure, and returns the error for the callers. Throws `error` if it is not a `SourceError`. */
  failed(error: unknown): SourceError {
    if (!(error instanceof SourceError)) throw error;
    const { what, now, report } = this.#options;
    const { kind, cure, retryAfterMs } = error;
    const isRefusal = kind === 'denied';
    this.#refusals = isRefusal ? this.#refusals + 1 : 0;
    const wait = isRefusal ? this.#refusalPause() : (retryAfterMs ?? failurePauseMs);
    const failure = new SourceError(kind, `${what} failed: ${error.message}`, { effect: 'none', cure, retryAfterMs });
    const since = now();
    this.#pause = { since, until: since + wait, error: failure };
    const next = `The next attempt is in ${Math.ceil(wait / 1000)} s at the earliest.`;
    const message = `${failure.message} ${next}${cure === undefined ? '' : ` ${cure}`}`;
    report({ level: isRefusal ? 'error' : 'warn', event: 'login_failed', message });
    return failure;
  }

  /** The error of the last attempt while the pause lasts. */
  pausedBy(): SourceError | undefined {
    if (this.#pause === undefined) return undefined;
    const { since, until, error } = this.#pause;
    const time = this.#options.now();
    const left = until - time;
    // A clock that is set back must not extend the pause.
    if (left <= 0 || time < since) return undefined;
    return new SourceError(error.kind, error.message, { effect: 'none', cure: error.cure, retryAfterMs: left });
  }

  #refusalPause(): number {
    const { first, longest } = this.#options.refusalPause ?? defaultPause;
    return Math.min(first * 2 ** (this.#refusals - 1), longest);
  }
}
