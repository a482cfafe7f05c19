/** Decides which calls the engine processes now: a bounded number of all, and of the pages of each key. */
import type { Endpoint } from '../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import type { Emit } from '../events/events.ts';
import type { Caller } from './caller-connection.ts';
import { createFairTurns, type EndTurn } from './fair-turns.ts';

export interface AdmissionOptions {
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Number of calls that the engine processes. */
  readonly load: { running: number };
  /** Largest number of calls in progress; further ones are refused. */
  readonly concurrency: number;
  /** Largest number of pages of lists that are in progress for one key; further ones wait. */
  readonly pagesPerKey: number;
  /** Longest duration of a request, in milliseconds. */
  readonly requestTimeout: number;
}

export interface WaitingCall {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly key: Key;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

export interface Admission {
  /**
   * Admits a call whose body has arrived. The returned function ends the admission; call it when the engine has finished. Undefined if the
   * service is busy: the call is refused, and that is logged.
   */
  admit(call: WaitingCall, caller: Caller): Promise<EndTurn | undefined>;
}

const noTurn: EndTurn = () => undefined;

export function createAdmission(options: AdmissionOptions): Admission {
  const { emit, now, load, concurrency, pagesPerKey, requestTimeout } = options;
  const pages = createFairTurns({ atOnce: pagesPerKey, waiting: concurrency });
  return {
    async admit({ id, endpoint, key, started }, caller) {
      const isPage = endpoint.answer.kind === 'rows' && endpoint.answer.paged;
      const endTurn = isPage ? await pages.take(key.name, started + requestTimeout - now(), caller) : noTurn;
      if (endTurn === undefined || load.running >= concurrency) {
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
