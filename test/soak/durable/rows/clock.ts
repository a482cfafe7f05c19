/** The clock of the store's server is set, forward and back, amid writes whose answers are lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Row, SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import { faketimeLibrary, lacksFaketime, wallClock } from '../../wall-clock.ts';
import { newStory } from '../story.ts';
import { openWorld, type World } from '../world.ts';

const writes = 12;

/**
 * A clock in the database that can be set: a function of its own, found before the one that PostgreSQL has. Statements name the
 * time as they always do.
 */
const clock = `
  create schema clock;
  create table clock.set (ms bigint not null);
  insert into clock.set values (0);
  create function clock.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + (select ms from clock.set) * interval ''1 ms''';
  create schema kept;
  do $$ begin execute format('alter database %I set search_path = kept, clock, pg_catalog', current_database()); end $$;
`;

/** A store whose clock can be set while its replicas run. */
interface Clocked {
  readonly world: World;
  /** Moves the clock by milliseconds. */
  move(ms: number): Promise<void>;
}

async function onServer(setup: SoakSetup): Promise<Clocked> {
  let run: (sql: string) => Promise<unknown> = async () => undefined;
  const world = await openWorld(setup, {
    async storeBy(place) {
      run = place.run;
      await run(clock);
      return place.text;
    },
  });
  return { world, move: async (ms) => void (await run(`update clock.set set ms = ms + ${ms}`)) };
}

/** The clock of the replica's process, which is that of a store in a file: the one on the wall alone. */
async function inFile(setup: SoakSetup): Promise<Clocked> {
  const library = await faketimeLibrary();
  const folder = mkdtempSync(join(tmpdir(), 'engine-clock-'));
  const file = join(folder, 'clock');
  let away = 0;
  const set = (): void => writeFileSync(file, `${away < 0 ? '' : '+'}${away / 1_000}\n`);
  set();
  const world = await openWorld(setup, {
    environment: wallClock(library, file),
  });
  const close = async (): Promise<void> => {
    await world.close();
    rmSync(folder, { recursive: true });
  };
  return {
    world: { ...world, close },
    async move(ms) {
      away += ms;
      set();
    },
  };
}

const open =
  (clocked: (setup: SoakSetup) => Promise<Clocked>) =>
  async (setup: SoakSetup): Promise<Bench> => {
    const { world, move } = await clocked(setup);
    const { erp, replicas } = world;
    return {
      full: 200,
      async run(number, random) {
        const tally = createTally();
        const story = newStory(tally);
        const spanMs = random.below(2) === 0 ? 3_600_000 : 5_000 + random.below(10_000);
        const stepMs = random.below(2) === 0 ? spanMs : -spanMs;
        const requests = Array.from({ length: writes }, (_, write) => ({ key: `CLOCK-${number}-${write}`, amount: 1 }));
        await erp.order(
          requests.map(({ key }) => ({
            key,
            operation: random.below(2) === 0 ? 'create' : 'post',
            behaviours: [
              random.below(2) === 0 ? { kind: 'lost' } : { kind: 'slow', beforeMs: random.below(100), afterMs: 200 },
            ],
          })),
        );
        const insisting = requests.map((request) => story.insist(world.next, request));
        const [victim] = random.some(replicas, random.below(2));
        await sleep(random.below(600));
        await move(stepMs);
        tally.injected(
          `clock set ${stepMs > 0 ? 'forward' : 'back'} by ${spanMs === 3_600_000 ? 'an hour' : 'seconds'}`,
        );
        if (victim !== undefined) {
          await victim.end('SIGKILL');
          tally.injected('kill -9');
          await victim.start();
        }
        await Promise.all(insisting);
        await story.judge(world.next, erp.ledger);
        return tally.result();
      },
      faults: async () => [],
      close: world.close,
    };
  };

export const durableClock: Row = {
  name: 'durable-clock',
  proves: "A step of the store's clock, forward or back, amid writes leaves one complete document for each key.",
  volume: '200 steps',
  databases: ['postgres'],
  quick: 1,
  sample: 1,
  open: open(onServer),
};

export const durableClockOfFile: Row = {
  ...durableClock,
  name: 'durable-clock-file',
  proves: 'The same of a store in a file, whose clock is that of the service itself.',
  databases: ['sqlite'],
  lacks: lacksFaketime,
  open: open(inFile),
};
