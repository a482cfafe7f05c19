/** Spares an ERP that does not answer, and the callers that would wait for it: after some failures in a row requests fail at once. */
import { SourceError } from '../source.ts';

/** Failures in a row that open it. */
const failuresToOpen = 5;
/** First pause and longest one, in milliseconds; each failed try doubles it. */
const shortest = 2_000;
const longest = 30_000;

export interface Breaker {
  /** Whether the ERP is known to be away. Once it may be tried again, nothing is known. */
  away(): boolean;
  /** Throws `SourceError` while the ERP is known to be away. */
  check(): void;
  /** The same for a request that is sent now. Once in every pause one is let through, as a try. */
  begin(): void;
  /** Somebody asks whether the ERP is back: one request is let through now, as a try. */
  invite(): void;
  /** The ERP answered, whatever it said. */
  answered(): void;
  /** It could not be connected to, or did not answer in time. */
  failed(): void;
  /** The request that was let through ended without telling anything of the ERP. */
  gaveUp(): void;
}

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number; readonly pause: number; readonly invited: boolean }
  | { readonly kind: 'trying'; readonly until: number; readonly pause: number };

/** `report` hears of each change. `now` is a monotonic clock, in milliseconds. */
export function createBreaker(report: (open: boolean) => void, now: () => number = () => performance.now()): Breaker {
  let state: State = { kind: 'closed', failures: 0 };

  function open(pause: number): void {
    if (state.kind === 'closed') report(true);
    state = { kind: 'open', until: now() + pause, pause, invited: false };
  }

  const awayFor = (retryAfterMs: number): SourceError =>
    new SourceError('unreachable', 'The ERP did not answer several times in a row; it is tried again shortly.', {
      effect: 'none',
      retryAfterMs,
    });

  const away = (): boolean =>
    state.kind === 'trying' || (state.kind === 'open' && !state.invited && state.until > now());

  function check(): void {
    if (away()) throw awayFor(state.kind === 'open' ? state.until - now() : shortest);
  }

  return {
    away,
    check,
    begin() {
      check();
      if (state.kind === 'open') state = { kind: 'trying', until: state.until, pause: state.pause };
    },
    invite() {
      if (state.kind === 'open') state = { ...state, invited: true };
    },
    answered() {
      if (state.kind !== 'closed') report(false);
      state = { kind: 'closed', failures: 0 };
    },
    failed() {
      switch (state.kind) {
        case 'closed':
          if (state.failures + 1 >= failuresToOpen) open(shortest);
          else state = { kind: 'closed', failures: state.failures + 1 };
          return;
        case 'trying':
          open(Math.min(longest, state.pause * 2));
          return;
        case 'open':
          return;
      }
    },
    gaveUp() {
      if (state.kind === 'trying') state = { kind: 'open', until: state.until, pause: state.pause, invited: false };
    },
  };
}
