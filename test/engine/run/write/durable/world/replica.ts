/** A replica of the engine in the model: it may crash at any exchange, and restarts without any memory. */
import type { EngineEvent } from '../../../../../../engine/base/events.ts';
import { ProblemError } from '../../../../../../engine/base/problem.ts';
import type { DurableClaim, DurableClaims } from '../../../../../../engine/run/write/durable/claims.ts';
import {
  type CompletionPorts,
  completeDue,
  type Recoveries,
} from '../../../../../../engine/run/write/durable/completion.ts';
import type {
  DurableStep,
  DurableUndo,
  DurableWork,
  SendResult,
} from '../../../../../../engine/run/write/durable/durable-work.ts';
import { type DurablePorts, durableWrite } from '../../../../../../engine/run/write/durable/durable-write.ts';
import { createUnchangedClaims } from '../../../../../../engine/run/write/durable/unchanged-claims.ts';
import { SourceError } from '../../../../../../engine/sources/source.ts';
import { newLockState } from './claim-admin.ts';
import { type Effect, type Erp, membersOf } from './erp.ts';
import { type Fates, stepTimeoutMs, timing } from './fate.ts';
import { claimsOver, type Store } from './store.ts';
import type { VirtualTime } from './time.ts';

export interface World {
  readonly time: VirtualTime;
  readonly store: Store;
  readonly erp: Erp;
  readonly fates: Fates;
  /** Bugs to plant: what a replica has instead of its own. */
  readonly planted: Planted;
  /** There is one replica, and its store is its own. */
  readonly isSole: boolean;
  /** All replicas run on one machine. */
  readonly isOneMachine: boolean;
  /** Documents have one lock, and only the first one may be written. */
  readonly isLocked: boolean;
  /** The step `create` has an undo. */
  readonly isUndone: boolean;
  /** Is told what the replicas log. */
  readonly log: (event: EngineEvent) => void;
}

export interface Planted {
  readonly claims?: (claims: DurableClaims) => DurableClaims;
  readonly work?: (work: DurableWork, time: VirtualTime) => DurableWork;
}

/** A caller's connection was cut. */
export class Died extends Error {}

export interface Replica {
  /** The members of the answer. Rejects as the engine does, and with `Died`. */
  write(key: string, payload: string): Promise<string>;
  stop(): void;
}

const installation = 'model';
/** The refusal of a document when the ERP has one with another key: of several payments, the first one pays it all. */
export const paid = 'The invoice is paid.';
export const endpoint = '/sale-draft';
const completionMs = 200;
const restartMs = 250;
/** Longer than all that a caller may wait for. */
const requestMs = 4000;

export function startReplica(
  { time, store, erp, fates, planted, log, isSole, isOneMachine, isLocked, isUndone }: World,
  name: string,
): Replica {
  /** Counts lives; what an earlier one waited for never comes. */
  let life = 1;
  let owners = 0;
  let unchangedClaims = createUnchangedClaims(time.now);
  let lockState = newLockState(time);
  let waiting = new Set<(error: Died) => void>();
  /** Called when the connections of this life end. */
  let connections = new Set<() => void>();

  function die(): void {
    life += 1;
    for (const end of connections) end();
    connections = new Set();
    unchangedClaims = createUnchangedClaims(time.now);
    lockState = newLockState(time);
    for (const cut of waiting) cut(new Died());
    waiting = new Set();
    time.after(restartMs, () => background(life));
  }

  /** An exchange of this life: its effect happens in any case, its answer is for this life alone. */
  function ask<T>(effect: () => T): Promise<T> {
    const { there, back, kind } = fates.exchange();
    const lifeAtStart = life;
    return new Promise((resolve, reject) => {
      if (kind === 'dies before') return die();
      const answer = (give: () => void): void => time.after(back, () => lifeAtStart === life && give());
      time.after(there, () => {
        if (kind === 'failed') return answer(() => reject(new SourceError('unreachable', 'nothing happened')));
        const value = effect();
        if (kind === 'dies after') return lifeAtStart === life && die();
        answer(() => (kind === 'answer lost' ? reject(new SourceError('unreachable', 'it happened')) : resolve(value)));
      });
    });
  }

  function send(effect: () => Effect): Promise<SendResult> {
    const { arrives, commits, stall, kind } = fates.send();
    const lifeAtStart = life;
    return new Promise((resolve) => {
      let given = false;
      const give = (sent: SendResult): void => {
        if (given) return;
        given = true;
        time.after(stall, () => lifeAtStart === life && resolve(sent));
      };
      time.after(stepTimeoutMs, () => give({ kind: 'unknown', detail: 'no answer in time' }));
      if (arrives === undefined) return;
      if (kind === 'dies') time.after(arrives, () => lifeAtStart === life && die());
      if (kind === 'not processed') return time.after(arrives, () => give({ kind, detail: '429' }));
      if (kind === 'refused') return time.after(arrives, () => give({ kind, message: 'closed period', fields: [] }));
      let isWorked = false;
      const work = (): void => {
        if (isWorked) return;
        isWorked = true;
        const done = kind === 'error without effect' ? undefined : effect();
        if (done === undefined || kind === 'error after effect') give({ kind: 'unknown', detail: '500' });
        else
          give(
            done.kind === 'done'
              ? { kind: 'done', result: { id: done.id } }
              : { ...done, message: 'refused', fields: [] },
          );
      };
      time.after(kind === 'error without effect' ? arrives : commits, work);
      // The settling time begins when the connection ends. Other processes do not know when that was, and wait for the lease.
      if (isSole) connections.add(() => time.after(timing.settleMs - 1, work));
    });
  }

  /** Makes a connection, which may fail or take its time, and then checks that the request may be sent. */
  const checked =
    (sending: (done: Readonly<Record<string, unknown>>) => Promise<SendResult>): DurableStep['send'] =>
    async (done, beforeFirstByte) => {
      try {
        await ask(() => undefined);
        await beforeFirstByte();
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return { kind: 'not processed', detail: error.message };
      }
      return sending(done);
    };

  const claims = (): DurableClaims => {
    const machine = isOneMachine ? 'one' : name;
    const durableClaims = claimsOver(store, ask, { life: `${name}.${life}`, machine, isSole, now: time.now });
    return planted.claims?.(durableClaims) ?? durableClaims;
  };
  const common = () => ({ claims: claims(), timing, clock: time.now, log });

  function workOf(key: string, payload: string): DurableWork {
    let documentId: string | undefined;
    const step = (name: string, effect: (id: string) => Effect): DurableStep => ({
      name,
      timeoutMs: stepTimeoutMs,
      send: checked(({ create }) => send(() => effect(idIn(create) ?? documentId ?? ''))),
    });
    const work: DurableWork = {
      claim: { id: key, installation, endpoint, naturalKey: key, lookUp: key, payload },
      find: async () => {
        const seen = await ask(() => {
          documentId = erp.documents.find((document) => document.key === key)?.id;
          return erp.find(key);
        });
        return seen;
      },
      lock: isLocked ? { id: 'lock', value: 'lock' } : undefined,
      prepare: async () => {
        const isTaken = await ask(() => erp.documents.some((document) => document.key !== key));
        if (isLocked && isTaken) throw new ProblemError({ kind: 'invalid', message: paid, fields: [] });
      },
      steps: [{ ...step('create', () => erp.create(key)), undo }, step('post', (id) => erp.post(id))],
      answer: ({ post }) => (idIn(post) === undefined ? undefined : membersOf(idIn(post) ?? '')),
    };
    return planted.work?.(work, time) ?? work;
  }

  const undo: DurableUndo | undefined = isUndone
    ? {
        timeoutMs: stepTimeoutMs,
        repeatable: true,
        send: checked(({ create }) => send(() => erp.remove(idIn(create) ?? ''))),
      }
    : undefined;
  const recoveries: Recoveries = ({ lookUp }) => ({
    find: () => ask(() => erp.find(lookUp)),
    steps: [{ name: 'create', undo }, { name: 'post' }],
  });

  function background(lifeAtStart: number): void {
    const ports: CompletionPorts = { ...common(), installation, unchangedClaims };
    const isOpen = (): boolean => [...store.rows.values()].some(({ state: { kind } }) => isOpenKind(kind));
    const pass = async (): Promise<void> => {
      // To look at nothing is no event.
      if (isOpen()) await completeDue(recoveries, ports).catch(() => undefined);
      time.after(completionMs, () => lifeAtStart === life && void pass());
    };
    void pass();
  }
  background(life);

  return {
    write(key, payload) {
      const newOwner = (): string => {
        owners += 1;
        return `${name}.${life}.${owners}`;
      };
      const ports: DurablePorts = {
        ...common(),
        lockState,
        deadline: time.now() + requestMs,
        sleep: sleepOf(),
        newOwner,
      };
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        durableWrite(workOf(key, payload), ports)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      });
    },
    stop: () => {
      life += 1;
    },
  };

  function sleepOf(): (ms: number) => Promise<void> {
    const lifeAtStart = life;
    return (ms) => new Promise((resolve) => time.after(ms, () => lifeAtStart === life && resolve()));
  }
}

const isOpenKind = (kind: DurableClaim['state']['kind']): boolean =>
  ['sent', 'unknown', 'undoing', 'undo lost'].includes(kind);

function idIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}
