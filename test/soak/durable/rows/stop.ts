/** A replica that is paused during a write, past its lease and the settling time, and resumed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import type { Place } from '../replica/holds.ts';
import type { Replica } from '../replica/replica.ts';
import type { WriteRequest } from '../source.ts';
import { documentFaults, newStory, type Story } from '../story.ts';
import { until } from '../until.ts';
import { openWorld, timing } from '../world.ts';

/** Where the whole process stops. */
const places: readonly Place[] = [
  'before claim',
  'after claim',
  'after lookup',
  'before sent create',
  'after sent create',
  'before send create',
  'before byte create',
  'mid-request create',
  'answered create',
  'before sent post',
  'after sent post',
  'before send post',
  'before byte post',
  'mid-request post',
  'answered post',
  'before done',
];

/** Where the next thing that happens is a byte on its way to the ERP, whatever has happened in the meantime. */
const atTheLastMoment = (place: Place): boolean => /before byte|mid-request/.test(place);
/** Around that moment. */
const nearBytes: readonly Place[] = places.filter((place) => /before (?:send|byte)|mid-request/.test(place));

/** Past the lease, the settling time and both lookups. */
const pastMs = timing.leaseMs + timing.settleMs + 2 * timing.apartMs + 1_500;

/** Whether the write came to an end: acknowledged, or held for a person who sees two documents. */
async function isOver(pick: () => Replica, request: WriteRequest, story: Story): Promise<boolean> {
  const status = (await story.send(pick(), request))?.status;
  return status === 200 || status === 502;
}

/** `nativeKey`: whether the ERP makes no second document of a key by itself. Without it, second documents are counted and no violation. */
const open =
  (nativeKey: boolean) =>
  async (setup: SoakSetup): Promise<Bench> => {
    const world = await openWorld(setup, { nativeKey });
    const { replicas, erp } = world;
    return {
      full: 500,
      async run(number, random) {
        const tally = createTally();
        // Without a key, two documents and what follows from them are what is counted.
        const heard = nativeKey ? tally : createTally();
        const story = newStory(heard);
        const request = { key: `STOP-${number}`, amount: 1 };
        const [place = 'before claim'] = random.some(nativeKey ? places : nearBytes, 1);
        const victim = world.next();
        await victim.halt({ [request.key]: place }, 'stop');
        const sending = story.send(victim, request);
        if (!(await until(() => victim.stopped(), 60_000))) throw new Error(`No write came to ${place}.`);
        tally.injected(`stopped ${place}`);
        await sleep(random.below(2) === 0 ? random.below(pastMs) : pastMs);
        const others = replicas.filter((replica) => replica !== victim);
        let turn = random.below(others.length);
        const another = () => others[turn++ % others.length] ?? victim;
        const take = nativeKey ? story.insist(another, request) : until(() => isOver(another, request, story), 60_000);
        const taking = others.length > 0 ? take : undefined;
        if (random.below(2) === 0) await taking;
        victim.signal('SIGCONT');
        await Promise.all([sending, taking]);
        if (nativeKey) {
          await story.judge(world.next, erp.ledger);
          return tally.result();
        }
        await until(() => isOver(world.next, request, story), 60_000);
        const ids = story.answered.get(request.key) ?? new Set();
        for (const fault of documentFaults(request.key, ids, erp.ledger.like(request.key))) {
          if (atTheLastMoment(place)) tally.injected(`a second document or step after a stop ${place}, as documented`);
          else tally.violated(`${fault} after a stop ${place}`);
        }
        return { ...tally.result(), writes: heard.result().writes };
      },
      faults: async () => [],
      close: world.close,
    };
  };

export const durableStop: Row = {
  name: 'durable-stop',
  proves:
    'A replica that is stopped past its lease and resumed leaves one complete document in an ERP that enforces a key.',
  volume: '500 stops, on each store',
  databases: databaseNames,
  quick: 3,
  sample: 1,
  open: open(true),
};

export const durableStopWithoutKey: Row = {
  ...durableStop,
  name: 'durable-stop-without-key',
  proves:
    'A replica that is stopped before its last look at the clock makes no second document in an ERP without a key; shows how often one does that is stopped after it.',
  databases: ['postgres'],
  quick: 1,
  sample: 1,
  open: open(false),
};
