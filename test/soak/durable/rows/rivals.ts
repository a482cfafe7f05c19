/** The same write from many parallel callers. */
import type { Random } from '../../../src/workbench/checks/conformance/random.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import { newStory } from '../story.ts';
import { openWorld } from '../world.ts';

const callers = 50;
/** Keys of one case, at the same time. */
const keys = 10;

async function open(setup: SoakSetup): Promise<Bench> {
  const world = await openWorld(setup);
  const { replicas, erp } = world;
  return {
    full: 200 / keys,
    async run(number, random: Random) {
      const tally = createTally();
      const story = newStory(tally);
      const requests = Array.from({ length: keys }, (_, key) => ({ key: `RIVAL-${number}-${key}`, amount: 1 }));
      tally.injected(`${callers} callers of one key at once`);
      const first = random.below(replicas.length);
      await Promise.all(
        requests.flatMap((request) =>
          Array.from({ length: callers }, (_, caller) => {
            const replica = replicas[(first + caller) % replicas.length] ?? world.next();
            return story.insist(() => replica, request);
          }),
        ),
      );
      await story.judge(world.next, erp.ledger);
      for (const { key } of requests) {
        const created = erp.ledger.arrivals(key, 'create');
        if (created > 1) tally.violated(`${key} was sent ${created} times to an ERP that answered each time`);
      }
      return tally.result();
    },
    faults: async () => [],
    close: world.close,
  };
}

export const durableRivals: Row = {
  name: 'durable-rivals',
  proves:
    'The same write, sent by many at once to three replicas with a shared store, makes one document and gives all of them its id.',
  volume: '200 keys by 50 callers and three replicas, on each store',
  databases: databaseNames,
  quick: 2,
  sample: 1,
  open,
};
