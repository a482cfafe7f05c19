/** The fault of each exchange with the store and the ERP, from a list of numbers: no number means no fault. */

/** Milliseconds. */
export const timing = {
  claimMs: 600,
  leaseMs: 1000,
  proofMs: 200,
  settleMs: 300,
  apartMs: 150,
  maxWaitMs: 700,
  pollMs: 100,
} as const;
export const stepTimeoutMs = 500;

interface Fate {
  /** From asking to the effect, and from the effect to the answer: milliseconds. */
  readonly there: number;
  readonly back: number;
  readonly kind:
    | 'answered'
    /** It fails, and nothing happens. */
    | 'failed'
    /** It happens, and the answer is a failure. */
    | 'answer lost'
    /** The process dies before it asks, or when the effect has happened. */
    | 'dies before'
    | 'dies after';
}

/** What becomes of a request to the ERP with an effect. */
interface SendFate {
  /** When it reaches the ERP, and when its effect is there: milliseconds from its first byte. Undefined: it never arrives. */
  readonly arrives: number | undefined;
  readonly commits: number;
  /** How late the process learns of the outcome: beyond its lease, where it was stalled. */
  readonly stall: number;
  readonly kind: 'answered' | 'not processed' | 'refused' | 'error without effect' | 'error after effect' | 'dies';
}

export interface Fates {
  exchange(): Fate;
  send(): SendFate;
}

/** Draws from numbers of 0 to 255, until there are none left or `heal` is called. */
export function fatesFrom(numbers: readonly number[]): Fates & { heal(): void } {
  let index = 0;
  let healed = false;
  const draw = (): number => {
    if (healed) return 0;
    index += 1;
    return numbers[index - 1] ?? 0;
  };
  return {
    heal: () => {
      healed = true;
    },
    exchange() {
      const value = draw();
      const there = 1 + (value % 16);
      if (value < 150) return { there, back: 1, kind: 'answered' };
      const more = draw();
      if (value < 180) return { there: more, back: more, kind: 'answered' };
      if (value < 195) return { there, back: 1, kind: 'failed' };
      if (value < 212) return { there, back: more, kind: 'answer lost' };
      // Stalled: on the way, or with the answer at hand.
      if (value < 226) return { there, back: 16 * more + timing.leaseMs, kind: 'answered' };
      if (value < 232) return { there: 8 * more, back: 1, kind: 'answered' };
      return { there, back: 1, kind: value < 242 ? 'dies before' : 'dies after' };
    },
    send() {
      const value = draw();
      if (value < 90) return { arrives: 5, commits: 10 + (value % 16), stall: 0, kind: 'answered' };
      const [more, again] = [draw(), draw()];
      // The socket is destroyed at the time-out; what arrived before is done within the settling time.
      const arrives = (more * (stepTimeoutMs - 1)) / 255;
      const commits = arrives + ((stepTimeoutMs + timing.settleMs - 1 - arrives) * again) / 255;
      const stall = again % 3 === 0 ? 16 * more : 0;
      if (value < 150) return { arrives, commits, stall, kind: 'answered' };
      if (value < 175) return { arrives, commits, stall, kind: 'error after effect' };
      if (value < 190) return { arrives: undefined, commits: 0, stall, kind: 'answered' };
      if (value < 205) return { arrives, commits, stall, kind: 'error without effect' };
      if (value < 212) return { arrives, commits, stall, kind: 'not processed' };
      if (value < 242) return { arrives, commits, stall, kind: 'refused' };
      return { arrives, commits, stall, kind: 'dies' };
    },
  };
}
