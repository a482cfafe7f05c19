/** One write into a scripted ERP under a virtual clock. The test determines the result of each request. */

import type { EngineEvent } from '../../../../../../engine/base/events.ts';
import { ProblemError as Problem, type ProblemError } from '../../../../../../engine/base/problem.ts';
import type { DurableClaim, DurableClaims } from '../../../../../../engine/run/write/durable/claims.ts';
import {
  type Completion,
  completeDue,
  type Recoveries,
} from '../../../../../../engine/run/write/durable/completion.ts';
import type { LockState } from '../../../../../../engine/run/write/durable/document-lock.ts';
import type {
  DurableStep,
  DurableTiming,
  DurableUndo,
  DurableWork,
  LookupOutcome,
  SendResult,
} from '../../../../../../engine/run/write/durable/durable-work.ts';
import { type DurablePorts, durableWrite } from '../../../../../../engine/run/write/durable/durable-write.ts';
import { createTurns } from '../../../../../../engine/run/write/durable/turns.ts';
import { createUnchangedClaims } from '../../../../../../engine/run/write/durable/unchanged-claims.ts';
import { SourceError } from '../../../../../../engine/sources/source.ts';
import { claimsOver, memoryStore, type Store } from './store.ts';
import { type VirtualTime, virtualTime } from './time.ts';

export const timing: DurableTiming = {
  claimMs: 10_000,
  leaseMs: 10_000,
  proofMs: undefined,
  settleMs: 3000,
  apartMs: 2000,
  maxWaitMs: 8000,
  pollMs: 250,
};
export const timeoutMs = 5000;
export const none: LookupOutcome = { kind: 'none' };
export const whole: LookupOutcome = { kind: 'one', done: ['create', 'post'], result: '"saleId":"7"' };
export const half: LookupOutcome = { kind: 'one', done: ['create'], result: undefined };
export const lost: SendResult = { kind: 'unknown', detail: 'reset' };

export interface ClaimAdmin {
  readonly time: VirtualTime;
  readonly store: Store;
  /** What the ERP was asked, in order: `find`, `prepare`, `create`, `post`. */
  readonly asked: string[];
  readonly events: EngineEvent[];
  readonly claims: DurableClaims;
  claim(id?: string): DurableClaim | undefined;
  /** From now on requests and passes are of a new process on the same machine. */
  restart(): void;
  /** One request until it is answered; the problem where it is refused. `at`: when, in milliseconds from now. */
  write(more?: Partial<Request>): Promise<string | ProblemError>;
  /** Passes of the background by one process, until this time from now. `undo`: of `create`. */
  complete(
    ms: number,
    find?: (lookUp: string) => Promise<LookupOutcome>,
    undo?: DurableUndo,
  ): Promise<readonly Completion[]>;
}

export interface Request {
  readonly payload: string;
  readonly at: number;
  readonly deadlineMs: number;
  readonly find: DurableWork['find'];
  readonly prepare: () => Promise<void>;
  readonly create: (beforeFirstByte: () => Promise<void>) => Promise<SendResult>;
  readonly post: Request['create'];
  /** The undo of `create`. */
  readonly undo: DurableUndo;
  readonly answer: DurableWork['answer'];
  readonly claims: DurableClaims;
  /** The key of the document: its claim has the id `c` and this number. */
  readonly document: number;
  /** The lock that the write takes. */
  readonly lock: string;
  /** Of another process than the other requests. */
  readonly lockState: LockState;
}

/** What one process knows of locks. */
export const newLockState = ({ now }: Pick<VirtualTime, 'now'>): LockState => ({
  turns: createTurns(),
  holders: createUnchangedClaims(now),
});

export const doneBy = (result: unknown) => async (): Promise<SendResult> => ({ kind: 'done', result });

/** `more`: other durations. `isSole`: the store is one process's own. */
export function openClaimAdmin(more: Partial<DurableTiming> = {}, isSole = false): ClaimAdmin {
  const effectiveTiming = { ...timing, ...more };
  const time = virtualTime();
  const store = memoryStore(time.now);
  let life = 1;
  const user = {
    get life() {
      return String(life);
    },
    machine: 'one',
    isSole,
    now: time.now,
  };
  const claims = claimsOver(store, async (effect) => effect(), user);
  const asked: string[] = [];
  const events: EngineEvent[] = [];
  const log = (event: EngineEvent): void => void events.push(event);
  let owners = 0;
  let lockState = newLockState(time);
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    await Promise.all([ended.catch(() => undefined), time.run(() => over)]);
    return ended;
  };
  function workOf(request: Partial<Request>): DurableWork {
    const { payload = 'p1', create = doneBy({ id: 7 }), post = doneBy({}), prepare = async () => undefined } = request;
    const { document: number = 1 } = request;
    const find = 'find' in request ? request.find : async () => none;
    const step = (name: string, send: Request['create']): DurableStep => ({
      name,
      timeoutMs,
      // A request without the check as a parameter is checked at once, as on an open connection.
      send: async (_done, beforeFirstByte) => {
        try {
          if (send.length === 0) await beforeFirstByte();
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          return { kind: 'not processed', detail: error.message };
        }
        asked.push(name);
        return send(beforeFirstByte);
      },
    });
    return {
      claim: {
        id: `c${number}`,
        installation: 'i',
        endpoint: '/sale-draft',
        naturalKey: `PO-${number}`,
        lookUp: `{"payload":"${payload}"}`,
        payload,
      },
      lock: request.lock === undefined ? undefined : { id: request.lock, value: request.lock },
      find:
        find &&
        ((released) => {
          asked.push('find');
          return find(released);
        }),
      prepare: () => {
        asked.push('prepare');
        return prepare();
      },
      steps: [{ ...step('create', create), undo: request.undo }, step('post', post)],
      answer: request.answer ?? (() => '"saleId":"7"'),
    };
  }
  return {
    time,
    store,
    asked,
    events,
    claims,
    claim: (id = 'c1') => store.rows.get(id),
    restart() {
      life += 1;
      lockState = newLockState(time);
    },
    write: (request = {}) => {
      const run = async (): Promise<string | ProblemError> => {
        await time.sleep(request.at ?? 0);
        const deadline = time.now() + (request.deadlineMs ?? 30_000);
        const newOwner = (): string => {
          owners += 1;
          return `owner ${owners}`;
        };
        const clock = time.now;
        const ports: DurablePorts = {
          claims: request.claims ?? claims,
          timing: effectiveTiming,
          deadline,
          lockState: request.lockState ?? lockState,
          clock,
          sleep: time.sleep,
          newOwner,
          log,
        };
        return durableWrite(workOf(request), ports).catch((error: unknown) => {
          if (error instanceof Problem) return error;
          throw error;
        });
      };
      return during(run());
    },
    complete: (ms, find = async () => none, undo) => {
      const unchangedClaims = createUnchangedClaims(time.now);
      const ports = { clock: time.now, installation: 'i', unchangedClaims, log };
      const recoveries: Recoveries = ({ lookUp }) => ({
        find: find && (() => find(lookUp)),
        steps: [{ name: 'create', undo }, { name: 'post' }],
      });
      const run = async (): Promise<readonly Completion[]> => {
        const passes: Completion[] = [];
        for (const end = time.now() + ms; time.now() < end; await time.sleep(1000))
          passes.push(await completeDue(recoveries, { ...ports, claims, timing: effectiveTiming }));
        return passes;
      };
      return during(run());
    },
  };
}
