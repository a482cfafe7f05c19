/** The limit of concurrent requests that holds over all replicas: each request takes a slot in the store. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpRequest } from '../../http-source.ts';
import { type CallContext, SourceError } from '../../source.ts';
import type { SlotStore } from './slot-store.ts';

interface SharedSlotsOptions {
  /** Identifies the credentials that the limit applies to. */
  readonly name: string;
  readonly count: number;
  readonly store: SlotStore;
  /** Longest wait for a slot, in milliseconds. */
  readonly waitMs: number;
  /** From 0 to 1, for the spread of waits. */
  readonly random: () => number;
}

export interface SharedSlots {
  /**
   * Resolves when the request may be sent; call the result once it has ended. While the store is unavailable a read is
   * sent without a slot, and a change is not sent. Rejects with `SourceError`.
   */
  enter(effect: HttpRequest['effect'], call: CallContext): Promise<() => void>;
}

/** Shortest pause between two attempts, in milliseconds; the longest is twice as long. */
const pauseMs = 50;
/** A slot outlasts the deadline of its request by this time, in milliseconds. */
const marginMs = 1_000;

/** Waits `waitMs` milliseconds at most, or until the deadline; then `enter` rejects with `throttled`, without an effect. */
export function createSharedSlots({ name, count, store, waitMs, random }: SharedSlotsOptions): SharedSlots {
  return {
    async enter(effect, call) {
      const holder = randomUUID();
      const until = Math.min(Date.now() + waitMs, call.deadline);
      for (;;) {
        const entered = await store.enter(name, count, holder, Math.max(0, call.deadline - Date.now()) + marginMs);
        if (entered === true) return () => void store.leave(name, holder);
        if (entered === undefined) {
          if (effect === 'read') return () => undefined;
          const message = 'The store that counts the concurrent requests of all replicas is unavailable.';
          throw new SourceError('unreachable', message, { effect: 'none' });
        }
        const pause = pauseMs * (1 + random());
        if (Date.now() + pause >= until) {
          const message = 'All replicas together have the maximum number of concurrent requests to the ERP in flight.';
          throw new SourceError('throttled', message, { effect: 'none', retryAfterMs: waitMs });
        }
        await sleep(pause);
      }
    },
  };
}
