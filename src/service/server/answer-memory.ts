/**
 * Bounds the memory for answers of ERPs that calls hold, for each service and for the process. Bytes count from their arrival until the engine has finished the call: parsed
 * values, rows and the answer to the caller grow with them. A call that finds no memory reads nothing more until others have ended, and does not begin to read if calls of
 * its endpoint have read more lately than there is left.
 */
import type { AnswerMemory } from '../../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import type { Caller } from './caller-connection.ts';
import { cancelExpiry, expireAfter } from './engine-api.ts';
import type { Limits, SharedLimits } from './limits.ts';

/** A call with fewer bytes does not wait for memory of the process: one company's large answers do not delay another's small ones. */
const smallBytes = 64 * 1024;

/** The state of a service that its calls change. */
export interface ServiceLoad {
  /** Number of calls that the engine processes. */
  running: number;
  /** Bytes of the answers that they hold. */
  answerBytes: number;
}

interface BoundedCall {
  readonly requestId: string;
  /** Its path. */
  readonly endpoint: string;
  readonly load: ServiceLoad;
  /** Whether it changes the ERP: it never waits, because its caller needs the result. */
  readonly isWrite: boolean;
  /** `answersLimit`: largest size of the answers that the calls of its service hold. */
  readonly limits: Pick<Limits, 'answersLimit'>;
  /** Milliseconds until its deadline. */
  readonly waitMs: number;
  readonly caller: Pick<Caller, 'aborted' | 'addEventListener' | 'removeEventListener'>;
  /** The log of its service. */
  readonly emit: Emit;
}

/** The memory of one call. `end`: frees it, when the engine has finished. */
export type CallMemory = AnswerMemory & { readonly end: () => void };

export interface AnswerMemories {
  begin(call: BoundedCall): CallMemory;
}

/** `allAnswersLimit`: largest size of the answers that the calls of all services hold, as it applies now. */
export function createAnswerMemories(limits: () => Pick<SharedLimits, 'allAnswersLimit'>): AnswerMemories {
  const budget: Budget = { total: 0, large: new Set(), waiting: new Set(), usual: new WeakMap(), limits };
  return { begin: (call) => new CallShare(budget, call) };
}

/** What the calls share. */
interface Budget {
  total: number;
  /** The calls with more than a small answer, in the order in which they got it. The first one of all, and of each service, never waits: so some call always ends. */
  readonly large: Set<CallShare>;
  /** In the order of their arrival. */
  readonly waiting: Set<Waiter>;
  /** The bytes that a call of an endpoint has read lately, by service. */
  readonly usual: WeakMap<ServiceLoad, Map<string, number>>;
  readonly limits: () => Pick<SharedLimits, 'allAnswersLimit'>;
}

interface Waiter {
  readonly share: CallShare;
  readonly admit: () => void;
  /** Ends the wait, because the call has ended. */
  readonly leave: () => void;
}

class CallShare implements CallMemory {
  readonly #budget: Budget;
  readonly #call: BoundedCall;
  readonly #endsAt: number;
  /** What counts for this call. */
  #bytes = 0;
  /** The part of it that has not been read yet. */
  #advance = 0;
  /** What was read. */
  #read = 0;
  #isBegun = false;
  #isEnded = false;

  constructor(budget: Budget, call: BoundedCall) {
    this.#budget = budget;
    this.#call = call;
    this.#endsAt = performance.now() + call.waitMs;
  }

  add(bytes: number): void {
    if (this.#isEnded) return;
    this.#isBegun = true;
    const advance = Math.max(0, Math.min(bytes, this.#advance));
    this.#advance -= advance;
    this.#read += bytes;
    this.#count(bytes - advance);
    if (bytes < 0) this.#admitWaiting();
  }

  room(): Promise<boolean> | undefined {
    const { isWrite, caller } = this.#call;
    if (isWrite || this.#isEnded) return undefined;
    if (this.hasRoom()) {
      if (!this.#isBegun) this.#begin();
      return undefined;
    }
    return caller.aborted ? Promise.resolve(false) : this.#wait();
  }

  readonly end = (): void => {
    if (this.#isEnded) return;
    this.#remember();
    this.#count(-this.#bytes);
    this.#isEnded = true;
    this.#budget.large.delete(this);
    for (const { share, leave } of this.#budget.waiting) if (share === this) leave();
    this.#admitWaiting();
  };

  hasRoom(): boolean {
    const { load, limits } = this.#call;
    const { total, large } = this.#budget;
    const next = this.#isBegun ? 1 : Math.max(1, this.#usual());
    const first = firstOf(large, load);
    if (load.answerBytes + next > limits.answersLimit && first !== undefined && first !== this) return false;
    const [firstOfAll] = large;
    if (firstOfAll === undefined || firstOfAll === this) return true;
    return total + next <= this.#budget.limits().allAnswersLimit || this.#bytes + next <= smallBytes;
  }

  get load(): ServiceLoad {
    return this.#call.load;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#call.load.answerBytes += bytes;
    this.#budget.total += bytes;
    if (this.#bytes > smallBytes) this.#budget.large.add(this);
  }

  /** Counts in advance what calls of its endpoint usually read: they would begin together, and wait with connections to the ERP that the first one needs for its next read. */
  #begin(): void {
    this.#isBegun = true;
    this.#advance += this.#usual();
    this.#count(this.#usual());
  }

  #usual(): number {
    const { load, endpoint, limits } = this.#call;
    return Math.min(limits.answersLimit, this.#budget.usual.get(load)?.get(endpoint) ?? 0);
  }

  #remember(): void {
    if (this.#read <= 0) return;
    const { load, endpoint } = this.#call;
    const byEndpoint = this.#budget.usual.get(load) ?? new Map<string, number>();
    this.#budget.usual.set(load, byEndpoint);
    const before = byEndpoint.get(endpoint) ?? 0;
    byEndpoint.set(endpoint, Math.max(this.#read, Math.round((7 * before + this.#read) / 8)));
  }

  #admitWaiting(): void {
    for (const { share, admit } of this.#budget.waiting) if (share.hasRoom()) admit();
  }

  #wait(): Promise<boolean> {
    const { waiting } = this.#budget;
    const { requestId, caller, emit, load } = this.#call;
    const began = performance.now();
    return new Promise((resolve) => {
      const settle = (isFree: boolean): void => {
        waiting.delete(waiter);
        cancelExpiry(expiry);
        caller.removeEventListener('abort', leave);
        emit({ level: 'debug', event: 'answer_waited', requestId, ms: Math.round(performance.now() - began) });
        resolve(isFree);
      };
      const leave = (): void => settle(false);
      const admit = (): void => {
        if (!this.#isBegun) this.#begin();
        // Not all waiting calls are admitted at once.
        else {
          this.#advance += smallBytes;
          this.#count(smallBytes);
        }
        settle(true);
      };
      const expiry = expireAfter(Math.max(0, this.#endsAt - began), () => {
        emit({ level: 'warn', event: 'answer_refused', requestId, bytes: load.answerBytes });
        leave();
      });
      const waiter: Waiter = { share: this, admit, leave };
      waiting.add(waiter);
      caller.addEventListener('abort', leave);
    });
  }
}

/** The first large call of a service. */
function firstOf(large: ReadonlySet<CallShare>, load: ServiceLoad): CallShare | undefined {
  for (const share of large) if (share.load === load) return share;
  return undefined;
}
