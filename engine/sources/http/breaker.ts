/**
 * Circuit breaker: after several failures in a row, requests fail at once instead of waiting for an ERP that does not
 * answer.
 */
import { SourceError } from '../source.ts';

/** Failures in a row that open the circuit. */
const failuresToOpen = 5;
/** First and longest pause, in milliseconds; each failed attempt doubles it. */
const shortest = 2_000;
const longest = 30_000;

export interface Breaker {
  /** Whether the circuit is open. False as soon as an attempt is due. */
  isOpen(): boolean;
  /** Throws `SourceError` while the circuit is open. */
  check(): void;
  /** Like `check`, for a request that is sent now. Once per pause one request is admitted as an attempt. */
  begin(): void;
  /** Admits one request now, as an attempt: for probes. */
  admitProbe(): void;
  /** The ERP answered, with any status. */
  recordAnswer(): void;
  /** The connection failed, or the ERP did not answer in time: the error, which later refusals repeat. */
  recordFailure(error: SourceError): void;
  /** The admitted request ended without information about the ERP. */
  abandonAttempt(): void;
}

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number; readonly pause: number; readonly invited: boolean }
  | { readonly kind: 'trying'; readonly until: number; readonly pause: number };

/** `report` is called for each change. `now`: monotonic clock, in milliseconds. */
export function createBreaker(report: (open: boolean) => void, now: () => number = () => performance.now()): Breaker {
  let state: State = { kind: 'closed', failures: 0 };
  let last: SourceError | undefined;

  function open(pause: number): void {
    if (state.kind === 'closed') report(true);
    state = { kind: 'open', until: now() + pause, pause, invited: false };
  }

  const circuitOpenError = (retryAfterMs: number): SourceError =>
    new SourceError(
      'unreachable',
      [
        'The ERP did not answer several times in a row, and is tried again shortly.',
        ...(last === undefined ? [] : [last.message]),
      ].join(' '),
      {
        effect: 'none',
        retryAfterMs,
        cure: last?.cure,
      },
    );

  const isOpen = (): boolean =>
    state.kind === 'trying' || (state.kind === 'open' && !state.invited && state.until > now());

  function check(): void {
    if (isOpen()) throw circuitOpenError(state.kind === 'open' ? state.until - now() : shortest);
  }

  return {
    isOpen,
    check,
    begin() {
      check();
      if (state.kind === 'open') state = { kind: 'trying', until: state.until, pause: state.pause };
    },
    admitProbe() {
      if (state.kind === 'open') state = { ...state, invited: true };
    },
    recordAnswer() {
      if (state.kind !== 'closed') report(false);
      state = { kind: 'closed', failures: 0 };
    },
    recordFailure(error) {
      last = error;
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
    abandonAttempt() {
      if (state.kind === 'trying') state = { kind: 'open', until: state.until, pause: state.pause, invited: false };
    },
  };
}
