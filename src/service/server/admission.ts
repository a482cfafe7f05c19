/** Decides which calls the engine processes now: a bounded number of all, and of the pages of each key. */
import type { Endpoint } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import type { Emit } from '../events/events.ts';
import type { ServiceLoad } from './answer-memory.ts';
import type { Caller } from './caller-connection.ts';
import { createFairTurns, type EndTurn } from './fair-turns.ts';
import type { Limits } from './limits.ts';

interface AdmissionOptions {
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly load: Pick<ServiceLoad, 'running'>;
  /**
   * `concurrency`: largest number of calls in progress; further ones are refused. `pagesPerKey`: largest number of pages of lists that are in
   * progress for one key; further ones wait.
   */
  readonly limits: () => Pick<Limits, 'concurrency' | 'pagesPerKey'>;
}

/** A call that may have to wait. */
export interface WaitingCall {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly key: Key;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly limits: Pick<Limits, 'requestTimeout'>;
}

export interface Admission {
  /**
   * Admits a call whose body has arrived. The returned function ends the admission; call it when the engine has finished. Undefined if the
   * service is busy: the call is refused, and that is logged.
   */
  admit(call: WaitingCall, caller: Caller): Promise<EndTurn | undefined>;
}

const noTurn: EndTurn = () => undefined;

/** Limits are read for each call, so that a reload changes them. Calls for pages wait for their turn by key. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { emit, now, load, limits } = options;
  const pages = createFairTurns(() => ({ atOnce: limits().pagesPerKey, waiting: limits().concurrency }));
  return {
    async admit({ id, endpoint, key, started, limits: { requestTimeout } }, caller) {
      const isPage = endpoint.answer.kind === 'rows' && endpoint.answer.paged;
      const endTurn = isPage ? await pages.take(key.name, started + requestTimeout - now(), caller) : noTurn;
      if (endTurn === undefined || load.running >= limits().concurrency) {
        endTurn?.();
        emit({ level: 'warn', event: 'request_shed', requestId: id, running: load.running });
        return undefined;
      }
      load.running += 1;
      return () => {
        load.running -= 1;
        endTurn();
      };
    },
  };
}
