/** A replica that is killed at each place of a write. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/workbench/checks/conformance/random.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally, type Tally } from '../../tally.ts';
import type { Replica } from '../replica/replica.ts';
import { claimOf, type WriteRequest } from '../source.ts';
import { newStory, type Story } from '../story.ts';
import { until } from '../until.ts';
import { openWorld, timing, type World } from '../world.ts';
import { type Scene, scenes, undoScenes } from './places.ts';

/** One write on its way to its place. */
interface Act {
  readonly scene: Scene;
  readonly request: WriteRequest;
}

/** What makes the ERP refuse the first request. */
const refusals: Readonly<Record<NonNullable<Scene['refused']>, Partial<WriteRequest>>> = {
  created: { amount: 0 },
  posted: { closed: true },
};

/** What the replica that is killed is part of. */
interface Strike {
  readonly acts: readonly Act[];
  /** Which of the places of each scene, from 0. */
  readonly stage: number;
  readonly victim: Replica;
  readonly random: Random;
  readonly story: Story;
  readonly tally: Tally;
}

/** Names of the scenes that are where they are to be, when all are, or when it takes too long. */
async function arrived({ acts, victim }: Strike, { erp }: World): Promise<readonly string[]> {
  let there: readonly string[] = [];
  // Long enough for a lease to be over, which a second place has to wait for, and for a machine with other work.
  await until(async () => {
    const [held, stalled] = [new Set(await victim.held()), new Set(await erp.stalled())];
    const isThere = ({ scene, request: { key } }: Act): boolean =>
      held.has(claimOf(key)) || (scene.erp !== undefined && stalled.has(`${scene.erp.operation} ${key}`));
    there = acts.filter(isThere).map(({ scene }) => scene.name);
    return there.length === acts.length;
  }, 4 * timing.leaseMs);
  return there;
}

/** Brings the writes to their places on one replica, and kills it. */
async function strike(what: Strike, world: World): Promise<void> {
  const { acts, stage, victim, random, story, tally } = what;
  const places = acts.flatMap(({ scene: { places }, request: { key } }) => {
    const place = places[stage];
    return place === undefined ? [] : [[key, place] as const];
  });
  await victim.halt(Object.fromEntries(places));
  const sending = acts.map(async ({ scene, request }) => {
    const first = scene.refused === undefined ? request : { ...request, ...refusals[scene.refused] };
    if (stage === 0) await story.send(victim, first);
    // Until the lease of the one that was killed before is over.
    else while ((await story.send(victim, request))?.status === 503);
  });
  for (const name of await arrived(what, world)) tally.injected(`kill -9 ${name}`);
  // In one case of four it is about to stop when it is killed.
  if (random.below(4) === 0) {
    victim.terminate();
    await sleep(random.below(60));
  }
  await victim.end('SIGKILL');
  await Promise.all(sending);
}

async function open(setup: SoakSetup, scenes: readonly Scene[]): Promise<Bench> {
  const world = await openWorld(setup);
  const { replicas, erp } = world;
  return {
    // Each seed with a restart, and with another replica that takes over.
    full: replicas.length > 1 ? 400 : 200,
    async run(number, random) {
      const tally = createTally();
      const story = newStory(tally);
      const takeOver = replicas.length > 1 && number % 2 === 1;
      const acts = scenes.map(
        (scene, index): Act => ({ scene, request: { key: `CRASH-${number}-${index}`, amount: 1 } }),
      );
      await erp.order(
        acts.flatMap(({ scene, request: { key } }) =>
          scene.erp === undefined ? [] : [{ key, operation: scene.erp.operation, behaviours: [scene.erp.behaviour] }],
        ),
      );
      const since = performance.now();
      const dead: Replica[] = [];
      let left: readonly Act[] = acts;
      for (let stage = 0; left.length > 0; stage += 1) {
        const victim = takeOver ? world.next() : replicas[number % replicas.length];
        if (victim === undefined) throw new Error('There is no replica.');
        await strike({ acts: left, stage, victim, random, story, tally }, world);
        if (takeOver) dead.push(victim);
        else await victim.start();
        left = left.filter(({ scene }) => scene.places.length > stage + 1);
      }
      await Promise.all(acts.map(({ request }) => story.insist(world.next, request, since)));
      await Promise.all(dead.map((replica) => replica.start()));
      await story.judge(world.next, erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    close: world.close,
  };
}

export const durableCrash: Row = {
  name: 'durable-crash',
  proves:
    'A replica that is killed at any place of a write without transactions leaves one complete document, once it is back or another one has taken over.',
  volume: 'each place of a write, with a restart and with a take-over, 200 seeds, on each store',
  databases: databaseNames,
  quick: 1,
  sample: 2,
  open: (setup) => open(setup, scenes),
};

export const durableUndo: Row = {
  name: 'durable-undo',
  proves:
    'A replica that is killed at any place while a refused document is removed leaves no part of it, and the corrected request makes one complete document.',
  volume: 'each place of an undo, with a restart and with a take-over, 200 seeds, on each store',
  databases: databaseNames,
  quick: 1,
  sample: 2,
  open: (setup) => open(setup, undoScenes),
};
