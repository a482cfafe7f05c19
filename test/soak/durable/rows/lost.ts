/** The ERP's answer is lost, cut short or no answer, after the effect or without it. */
import type { Random } from '../../../src/workbench/checks/conformance/random.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import type { Behaviour } from '../erp/behaviour.ts';
import { newStory } from '../story.ts';
import { openWorld } from '../world.ts';

/** Writes of one case, at the same time. */
const writes = 20;

/** Most of them have the effect. None says so. */
function misbehaviour(random: Random): Behaviour {
  switch (random.below(9)) {
    case 0:
      return { kind: 'truncated' };
    case 1:
      return { kind: 'page' };
    case 2:
      return { kind: 'apology' };
    case 3:
      return { kind: 'error', status: 500, effect: true };
    case 4:
      return { kind: 'error', status: 502, effect: false };
    case 5:
      return { kind: 'stall', at: random.below(2) === 0 ? 'effect' : 'answer' };
    case 6:
      return { kind: 'cut', bytes: random.below(150) };
    default:
      return { kind: 'lost' };
  }
}

async function open(setup: SoakSetup): Promise<Bench> {
  const world = await openWorld(setup);
  return {
    full: 1_000 / writes,
    async run(number, random) {
      const tally = createTally();
      const story = newStory(tally);
      const requests = Array.from({ length: writes }, (_, write) => ({ key: `LOST-${number}-${write}`, amount: 1 }));
      const orders = requests.flatMap(({ key }) => {
        const [first = 'create', second] = random.some(['create', 'post'] as const, 1 + random.below(2));
        return [first, ...(second === undefined ? [] : [second])].map((operation) => {
          const behaviour = misbehaviour(random);
          tally.injected(`${operation}: ${behaviour.kind}`);
          return { key, operation, behaviours: [behaviour] };
        });
      });
      await world.erp.order(orders);
      await Promise.all(requests.map((request) => story.insist(world.next, request)));
      await story.judge(world.next, world.erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    close: world.close,
  };
}

export const durableLost: Row = {
  name: 'durable-lost-answer',
  proves:
    "A write whose answer was lost after the ERP's effect is found again, and answered with the id of its one document.",
  volume: '1,000 writes, on each store',
  databases: databaseNames,
  quick: 2,
  sample: 1,
  open,
};
