/** The store fails at a write: it is full, read-only, cut off, or its answer is lost. */
import { type FaultProxy, type Rule, startProxy } from '../../proxy.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import type { Operation } from '../erp/behaviour.ts';
import type { Place } from '../replica/holds.ts';
import type { Replica } from '../replica/replica.ts';
import { newStory } from '../story.ts';
import { until } from '../until.ts';
import { openWorld } from '../world.ts';

/** A change of the claim that the store fails at, and what must not reach the ERP then. */
const places: readonly { readonly place: Place; readonly untouched?: Operation }[] = [
  { place: 'before claim', untouched: 'create' },
  { place: 'before sent create', untouched: 'create' },
  { place: 'before sent post', untouched: 'post' },
  { place: 'before done' },
];

interface Trouble {
  readonly name: string;
  /** Whether no change can succeed. */
  readonly total: boolean;
  begin(victim: Replica): Promise<void>;
  end(victim: Replica): Promise<void>;
}

const ofFile: readonly Trouble[] = (['read-only', 'full'] as const).map((name) => ({
  name,
  // What needs no new page is written to a full file as well.
  total: name === 'read-only',
  begin: (victim) => victim.trouble(name),
  end: (victim) => victim.trouble(undefined),
}));

function ofServer(proxy: FaultProxy): readonly Trouble[] {
  const trouble = (name: string, rule: Rule): Trouble => ({
    name,
    total: true,
    begin: async () => proxy.setRule(rule),
    end: async () => proxy.setRule(undefined),
  });
  return [
    trouble('cut off', () => ({ kind: 'cut', after: 0 })),
    trouble('answer lost', ({ direction }) => (direction === 'down' ? { kind: 'cut', after: 0 } : { kind: 'pass' })),
  ];
}

async function open(setup: SoakSetup): Promise<Bench> {
  let proxy: FaultProxy | undefined;
  const world = await openWorld(setup, {
    async storeBy({ text }) {
      if (setup.server === undefined) return text;
      proxy = await startProxy(text);
      return proxy.url;
    },
  });
  const { erp } = world;
  const troubles = proxy === undefined ? ofFile : ofServer(proxy);
  return {
    full: 100,
    async run(number) {
      const tally = createTally();
      const story = newStory(tally);
      const trouble = troubles[number % troubles.length];
      if (trouble === undefined) throw new Error('Nothing ails the store.');
      const victim = world.next();
      // Long, so that its claim needs a page of its own.
      const acts = places.map((at, index) => ({
        ...at,
        request: { key: `STORE-${number}-${index}-${'x'.repeat(5_000)}`, amount: 1 },
      }));
      await victim.halt(Object.fromEntries(acts.map(({ place, request }) => [request.key, place])));
      const sending = acts.map(({ request }) => story.send(victim, request));
      if (!(await until(async () => (await victim.held()).length === acts.length, 60_000)))
        throw new Error('Not all writes came to their places.');
      await trouble.begin(victim);
      tally.injected(`store ${trouble.name}`);
      await victim.release();
      const replies = await Promise.all(sending);
      for (const [index, { place, untouched, request }] of acts.entries()) {
        if (!trouble.total) break;
        const { key } = request;
        if (replies[index]?.status === 200)
          tally.violated(`${key} was acknowledged ${place}, which the store did not do`);
        const arrived = untouched === undefined ? 0 : erp.ledger.arrivals(key, untouched);
        if (arrived > 0) tally.violated(`${key} was sent to the ERP ${place}, which the store did not do`);
      }
      await trouble.end(victim);
      await Promise.all(acts.map(({ request }) => story.insist(world.next, request)));
      await story.judge(world.next, erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    async close() {
      await world.close();
      await proxy?.stop();
    },
  };
}

export const durableStore: Row = {
  name: 'durable-store',
  proves:
    'A store that is full, read-only or cut off at a change of a claim: what it could not note was not sent, and what it could not note as done is recovered later.',
  volume: 'each change of a write, 100 times, on each store',
  databases: databaseNames,
  quick: 2,
  sample: 2,
  open,
};
