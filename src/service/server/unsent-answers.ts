/** Bounds the answers that clients do not read: each for a time, all together by their bytes. */
import type { ServerResponse } from 'node:http';
import type { Emit } from '../events/events.ts';
import { cancelExpiry, expireAfter } from './engine-api.ts';
import type { SharedLimits } from './limits.ts';

/**
 * `answerTimeout`: longest time from the answer until the client has read it. `unsentLimit`: largest size of all answers that clients have not
 * read.
 */
type UnsentLimits = Pick<SharedLimits, 'answerTimeout' | 'unsentLimit'>;

/** An ended response. */
interface SentAnswer {
  readonly requestId: string;
  readonly bytes: number;
  /** The log of its service. */
  readonly emit: Emit;
}

export interface UnsentAnswers {
  /** Watches an ended response. If the client does not read it, its connection is closed. */
  watch(response: ServerResponse, answer: SentAnswer): void;
}

interface Unsent {
  readonly bytes: number;
  readonly close: (reason: 'time' | 'memory') => void;
}

/** `limits`: those that apply now. */
export function createUnsentAnswers(limits: () => UnsentLimits): UnsentAnswers {
  /** The oldest first. */
  const unsent = new Map<ServerResponse, Unsent>();
  let total = 0;

  const enforceLimit = (): void => {
    const { unsentLimit } = limits();
    for (const { close } of unsent.values()) {
      // A single answer may be larger than the limit.
      if (total <= unsentLimit || unsent.size === 1) return;
      close('memory');
    }
  };

  return {
    watch(response, { requestId, bytes, emit }) {
      // The operating system has taken it, as almost every answer. `writableFinished` would become true only in the next turn.
      if (response.writableLength === 0 || response.destroyed) return;
      const begin = performance.now();
      const expiry = expireAfter(limits().answerTimeout, () => close('time'));
      const forget = (): void => {
        if (!unsent.delete(response)) return;
        total -= bytes;
        cancelExpiry(expiry);
      };
      const close = (reason: 'time' | 'memory'): void => {
        forget();
        emit({
          level: 'warn',
          event: 'answer_unread',
          requestId,
          reason,
          bytes,
          ms: Math.round(performance.now() - begin),
        });
        response.destroy();
      };
      unsent.set(response, { bytes, close });
      total += bytes;
      response.once('close', forget);
      enforceLimit();
    },
  };
}
