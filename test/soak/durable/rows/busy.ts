/** The ERP is slow, or throttles: every caller is answered in time, and the ERP gets no more requests than the callers send. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Row, SoakSetup } from '../../row.ts';
import { createTally, type Tally } from '../../tally.ts';
import type { Habit } from '../erp/behaviour.ts';
import type { Replica } from '../replica/replica.ts';
import { newStory } from '../story.ts';
import { deadlineMs, openWorld, stepMs, type World } from '../world.ts';

const callers = 24;
/** What a reply may take past its deadline on a machine that has other work. */
const graceMs = 3_000;
const retryAfterSeconds = 7;
/** How long a case lasts, in milliseconds. */
const runMs = { brief: 2_500, full: 60_000 } as const;

interface Weather {
  /** What the ERP does all the time. */
  readonly habit: Habit;
  /** What is wrong with a reply. */
  fault(reply: { readonly status: number; readonly retryAfter: number | undefined }): string | undefined;
}

const slow: Weather = {
  habit: {
    operations: ['find', 'create', 'post'],
    behaviour: { kind: 'slow', beforeMs: 0, afterMs: 4 * stepMs },
  },
  fault: ({ status }) =>
    status === 503 || status === 504 ? undefined : `was answered ${status} by an ERP that answers too late`,
};

const throttling = (status: 429 | 503, operations: Habit['operations']): Weather => ({
  habit: { operations, behaviour: { kind: 'busy', status, retryAfterSeconds } },
  fault: ({ status, retryAfter }) => {
    if (status === 429 && retryAfter !== retryAfterSeconds)
      return `was told to come again after ${retryAfter} s, and the ERP says ${retryAfterSeconds} s`;
    // The service has reasons of its own to be out of reach; it says when to come again then as well.
    if (status === 503 && retryAfter === undefined) return 'was answered without Retry-After while the ERP throttles';
    return [429, 503, 504].includes(status) ? undefined : `was answered ${status} while the ERP throttles`;
  },
});

/** Health of a replica under load, in milliseconds. */
async function healthOf(replica: Replica, tally: Tally): Promise<void> {
  const began = performance.now();
  const reply = await replica.health();
  const tookMs = performance.now() - began;
  if (reply?.status !== 200) tally.violated('health was not answered while the ERP was busy');
  // The figure is for people: a machine with other work is no fault of the engine.
  if (tookMs > 200) tally.injected('health that took more than 200 ms');
}

async function load(
  world: World,
  weather: Weather,
  number: number,
  pace: SoakSetup['pace'],
  tally: Tally,
): Promise<void> {
  const { erp, replicas } = world;
  const story = newStory(tally);
  const until = performance.now() + runMs[pace];
  const asked = new Map<string, number>();
  /** Each kind of fault once: it is the same for thousands of replies. */
  const said = new Set<string>();
  const violated = (key: string, fault: string): void => {
    if (!said.has(fault)) tally.violated(`${key} ${fault}`);
    said.add(fault);
  };
  await erp.habit(weather.habit);
  const call = async (caller: number): Promise<void> => {
    for (let count = 0; performance.now() < until; count += 1) {
      const key = `BUSY-${number}-${caller}-${Math.floor(count / 3)}`;
      const began = performance.now();
      const reply = await story.send(world.next(), { key, amount: 1 });
      const tookMs = performance.now() - began;
      asked.set(key, (asked.get(key) ?? 0) + 1);
      if (reply === undefined) violated(key, 'was not answered');
      if (tookMs > deadlineMs + graceMs) {
        // A test run shares its machine with others, and judges no times.
        if (pace === 'full') violated(key, `was answered more than ${graceMs} ms after its deadline`);
        else tally.injected(`reply more than ${graceMs} ms after its deadline`);
      }
      const fault = reply && weather.fault(reply);
      if (fault !== undefined) violated(key, fault);
      await sleep(30);
    }
  };
  const health = async (): Promise<void> => {
    while (performance.now() < until) {
      await Promise.all(replicas.map((replica) => healthOf(replica, tally)));
      await sleep(100);
    }
  };
  await Promise.all([health(), ...Array.from({ length: callers }, (_, caller) => call(caller))]);
  for (const [key, count] of asked) {
    // A write whose step was declared not processed may be tried again within its deadline, seldom and not at once.
    const created = erp.ledger.arrivals(key, 'create');
    if (created > 3 * count) tally.violated(`${key} was sent ${created} times for ${count} callers`);
  }
  await erp.habit(undefined);
  await story.judge(world.next, erp.ledger);
}

const open =
  (weathers: readonly Weather[], kind: string) =>
  async (setup: SoakSetup): Promise<Bench> => {
    const world = await openWorld(setup);
    return {
      full: 10,
      async run(number, random) {
        const tally = createTally();
        const [weather] = random.some(weathers, 1);
        if (weather === undefined) throw new Error('There is no weather.');
        tally.injected(kind);
        await load(world, weather, number, setup.pace, tally);
        return tally.result(runMs[setup.pace] / runMs.full);
      },
      faults: async () => [],
      close: world.close,
    };
  };

export const durableSlow: Row = {
  name: 'durable-slow',
  proves:
    'While the ERP takes four times as long as it may, every reply comes by its deadline; afterwards each key has its one document.',
  volume: '10 minutes with 24 callers',
  databases: ['postgres', 'sqlite'],
  quick: 1,
  sample: 1,
  open: open([slow], 'an ERP that takes too long'),
};

export const durableStorm: Row = {
  name: 'durable-storm',
  proves: 'While the ERP throttles, every caller is told when to come again, and the ERP is not stormed with repeats.',
  volume: '10 minutes of 429 and 503 with 24 callers',
  databases: ['postgres', 'sqlite'],
  quick: 2,
  sample: 1,
  open: open(
    [
      throttling(429, ['create', 'post']),
      throttling(503, ['create', 'post']),
      throttling(429, ['find', 'create', 'post']),
      throttling(503, ['find']),
    ],
    'an ERP that throttles',
  ),
};
