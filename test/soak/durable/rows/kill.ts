/** kill -9 of each replica and of the ERP, in random order and at random moments, under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import type { WriteRequest } from '../source.ts';
import { newStory } from '../story.ts';
import { openWorld } from '../world.ts';

const callers = 6;

async function open(setup: SoakSetup): Promise<Bench> {
  const world = await openWorld(setup);
  const { replicas, erp } = world;
  return {
    // Each case kills all replicas, one after the other.
    full: Math.ceil(1_000 / replicas.length),
    async run(number, random) {
      const tally = createTally();
      const story = newStory(tally);
      const requests: WriteRequest[] = [];
      let running = true;
      // One in four is a repeat, or a rival of one that is under way.
      const another = (): WriteRequest => {
        const old = random.below(4) === 0 ? requests[random.below(requests.length)] : undefined;
        const request = old ?? { key: `KILL-${number}-${requests.length}`, amount: 1 };
        if (old === undefined) requests.push(request);
        return request;
      };
      const call = async (): Promise<void> => {
        while (running) {
          const request = another();
          while (running && (await story.send(world.next(), request))?.status !== 200) await sleep(50);
        }
      };
      await erp.habit({
        operations: ['create', 'post'],
        behaviour: { kind: 'slow', beforeMs: random.below(20), afterMs: random.below(20) },
      });
      const calls = Array.from({ length: callers }, call);
      for (const victim of random.some([...replicas, undefined], replicas.length + 1)) {
        await sleep(50 + random.below(250));
        tally.injected(victim === undefined ? 'kill -9 of the ERP' : 'kill -9 of a replica');
        await (victim?.end('SIGKILL') ?? erp.kill());
        await (victim ?? erp).start();
      }
      running = false;
      await Promise.all(calls);
      await story.judge(world.next, erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    close: world.close,
  };
}

export const durableKill: Row = {
  name: 'durable-kill',
  proves: 'Replicas, and an ERP, that are killed at any moment under load leave one complete document for each key.',
  volume: '1,000 kills -9 under load, on each store',
  databases: databaseNames,
  quick: 2,
  sample: 1,
  open,
};
