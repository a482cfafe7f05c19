/** SIGTERM to a replica under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import { newStory } from '../story.ts';
import { openWorld } from '../world.ts';

const callers = 12;
const longestMs = 30_000;

async function open(setup: SoakSetup): Promise<Bench> {
  const world = await openWorld(setup);
  const { replicas, erp } = world;
  return {
    full: 200,
    async run(number, random) {
      const tally = createTally();
      const story = newStory(tally);
      let running = true;
      await erp.habit({
        operations: ['create', 'post'],
        behaviour: { kind: 'slow', beforeMs: 0, afterMs: random.below(300) },
      });
      const calls = Array.from({ length: callers }, async (_, caller) => {
        for (let count = 0; running; count += 1) {
          const request = { key: `DRAIN-${number}-${caller}-${count}`, amount: 1 };
          while (running && (await story.send(world.next(), request))?.status !== 200) await sleep(50);
        }
      });
      await sleep(100 + random.below(300));
      const [victim = world.next()] = random.some(replicas, 1);
      const began = performance.now();
      const status = await victim.end('SIGTERM');
      const tookMs = performance.now() - began;
      tally.injected('SIGTERM');
      if (status !== 0) tally.violated(`the replica ended with ${status}: ${victim.output().slice(-500)}`);
      if (tookMs > longestMs) tally.violated(`the replica took ${Math.round(tookMs)} ms to stop`);
      const [, accepted, answered] = /accepted (\d+), answered (\d+)/.exec(victim.output()) ?? [];
      if (accepted === undefined || accepted !== answered) tally.violated(`accepted ${accepted}, answered ${answered}`);
      await victim.start();
      running = false;
      await Promise.all(calls);
      await erp.habit(undefined);
      await story.judge(world.next, erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    close: world.close,
  };
}

export const durableDrain: Row = {
  name: 'durable-drain',
  proves:
    'A replica that is told to stop under load answers what it has accepted, is gone within 30 s, and leaves no write half done.',
  volume: '200 stops, on each store',
  databases: databaseNames,
  quick: 1,
  sample: 1,
  open,
};
