/** A replica whose writes can be paused at any step: through a proxy of its server, or, on SQLite, inside its process. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { insist, type Sent, send, type Target } from './oracle.ts';
import type { FaultProxy, Link, Rule } from './proxy.ts';
import { type Replica, startReplica } from './replicas.ts';
import type { SoakSetup } from './row.ts';
import type { Stage } from './stage.ts';
import { createTally, type Tally } from './tally.ts';

export const moments = ['before', 'sent', 'after'] as const;

/** Steps are what goes to the database at once, counted from 1 from the beginning of the transaction to its commit. */
export interface CrashPoint {
  readonly step: number;
  /** `sent`: the database has got it, and nobody has its answer. */
  readonly when: (typeof moments)[number];
}

/** Answers as the replica does. */
export interface Victim extends Target {
  /** Sends a document that nothing happens to; gives the steps of its write. */
  count(sent: Sent): Promise<number>;
  /**
   * Sends it, and kills the replica at the point; `drains`: a SIGTERM comes shortly before. False where the write ended before the point, and
   * the replica was killed afterwards.
   */
  crash(sent: Sent, point: CrashPoint, drains: boolean, tally: Tally): Promise<boolean>;
  restart(): Promise<void>;
}

/** The way to stop a replica at the point, and what its write had to do. */
interface Stopper {
  /** Resolves when the replica is at the point. */
  arm(point: CrashPoint): Promise<void>;
  disarm(): void;
}

/** Holds what comes at the point; `reached` is told. */
function holdAt({ step, when }: CrashPoint, reached: () => void): Rule {
  let asked: Link | undefined;
  let done = false;
  return ({ link, direction }) => {
    if (done) return { kind: 'pass' };
    if (direction === 'up' && link.writing && link.steps === step) {
      if (when === 'after') asked = link;
      else {
        done = true;
        reached();
        if (when === 'before') return { kind: 'hold' };
      }
    } else if (direction === 'down' && asked === link) {
      done = true;
      reached();
      return { kind: 'hold' };
    }
    return { kind: 'pass' };
  };
}

export function stopperOn(proxy: FaultProxy): Stopper {
  return {
    arm(point) {
      const reached = Promise.withResolvers<void>();
      proxy.setRule(holdAt(point, reached.resolve));
      return reached.promise;
    },
    disarm: () => proxy.setRule(undefined),
  };
}

/** Over a server: the proxy holds the step, and the harness kills. */
async function openServerVictim(setup: SoakSetup, stage: Stage): Promise<Victim> {
  const { proxy, profile } = await stage.proxied();
  const replica = await startReplica({ profile, plant: setup.plant });
  stage.atEnd(() => replica.kill());
  const stopper = stopperOn(proxy);
  return {
    post: replica.post,
    async count(sent) {
      proxy.cutAll();
      await insist([replica], sent, createTally());
      return Math.max(...[...proxy.links].map(({ writing, steps }) => (writing ? steps : 0)));
    },
    async crash(sent, point, drains, tally) {
      // A fresh connection has no statements prepared, as when the steps were counted.
      proxy.cutAll();
      const reached = stopper.arm(point);
      const answered = send(replica, sent, tally);
      const isThere = await Promise.race([reached.then(() => true), answered.then(() => false)]);
      stopper.disarm();
      const ended = drains ? replica.terminate() : undefined;
      await replica.kill();
      await Promise.all([ended, answered]);
      proxy.cutAll();
      return isThere;
    },
    restart: () => replica.restart(),
  };
}

const crasher = pathToFileURL(join(import.meta.dirname, 'crash-loader.ts')).href;

/** Over a file: the replica kills itself at the step, which it is told when it starts. */
async function openFileVictim(setup: SoakSetup, stage: Stage): Promise<Victim> {
  const replica: Replica = await startReplica({
    profile: stage.erp.file,
    nodeFlags: ['--import', crasher],
    plant: setup.plant,
  });
  stage.atEnd(() => replica.kill());
  return {
    post: replica.post,
    async count(sent) {
      await insist([replica], sent, createTally());
      return Number(/.*steps of a write: (\d+)/s.exec(replica.output())?.[1] ?? 0);
    },
    async crash(sent, { step, when }, drains, tally) {
      await replica.kill();
      await replica.restart({ SOAK_CRASH: `${step} ${when}` });
      const answered = send(replica, sent, tally);
      const ended = drains ? replica.terminate() : undefined;
      const isThere = !(await answered);
      await replica.kill();
      await ended;
      return isThere;
    },
    restart: () => replica.restart(),
  };
}

export const openVictim = (setup: SoakSetup, stage: Stage): Promise<Victim> =>
  setup.database === 'sqlite' ? openFileVictim(setup, stage) : openServerVictim(setup, stage);
