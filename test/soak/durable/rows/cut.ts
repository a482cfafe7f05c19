/** The connection to the ERP is cut at any byte of a write's exchange, in either direction. */
import { type Direction, type FaultProxy, startProxy } from '../../proxy.ts';
import type { Bench, Row, SoakSetup } from '../../row.ts';
import { createTally } from '../../tally.ts';
import { newStory } from '../story.ts';
import { openWorld, type World } from '../world.ts';

/** Writes of one case, at the same time, each by a proxy of its own. */
const writes = 16;

/** A byte of a write's exchange: its connections are counted from 0, lookups included. */
interface Cut {
  readonly connection: number;
  readonly direction: Direction;
  /** How many bytes pass. */
  readonly offset: number;
}

/** A proxy before the ERP that cuts one connection at one place, and passes all others. */
async function openLine(
  port: number,
): Promise<{ readonly port: number; readonly proxy: FaultProxy; cutAt(cut: Cut | undefined): void }> {
  const proxy = await startProxy(`http://127.0.0.1:${port}`);
  let order: Cut | undefined;
  let links = new Map<object, number>();
  proxy.setRule(({ link, direction, bytes }) => {
    const connection = links.get(link) ?? links.size;
    links.set(link, connection);
    if (order === undefined || connection !== order.connection || direction !== order.direction)
      return { kind: 'pass' };
    const after = order.offset - link.bytes[direction];
    return after < bytes.length ? { kind: 'cut', after } : { kind: 'pass' };
  });
  return {
    port: Number(new URL(proxy.url).port),
    proxy,
    cutAt(cut) {
      order = cut;
      links = new Map();
    },
  };
}

/** Every place where the exchange of a whole write can be cut: seen from one that nobody cuts, and that a busy machine does not end. */
async function placesOf(world: World, line: Awaited<ReturnType<typeof openLine>>): Promise<readonly Cut[]> {
  const answers: string[] = [];
  for (let number = 99; number > 90; number -= 1) {
    const seen: Record<Direction, number>[] = [];
    const links = new Map<object, Record<Direction, number>>();
    line.proxy.setRule(({ link, direction, bytes }) => {
      const counted = links.get(link) ?? { up: 0, down: 0 };
      if (!links.has(link)) seen.push(counted);
      links.set(link, counted);
      counted[direction] += bytes.length;
      return { kind: 'pass' };
    });
    const reply = await world.next().write({ key: `CUT-9999-${number}`, amount: 1, via: line.port });
    if (reply?.status === 200) {
      await line.proxy.stop();
      return seen.flatMap((counted, connection) =>
        (['up', 'down'] as const).flatMap((direction) =>
          Array.from({ length: counted[direction] }, (_, offset): Cut => ({ connection, direction, offset })),
        ),
      );
    }
    answers.push(`${reply?.status} ${reply?.text}`);
  }
  throw new Error(`The writes that are measured were answered ${answers.join(', ')}`);
}

async function open(setup: SoakSetup): Promise<Bench> {
  const world = await openWorld(setup);
  const places = await placesOf(world, await openLine(world.erp.port));
  const lines = await Promise.all(Array.from({ length: writes }, () => openLine(world.erp.port)));
  const full = Math.ceil(places.length / writes);
  return {
    full,
    async run(number) {
      const tally = createTally();
      const story = newStory(tally);
      // All places in the cases of the full volume; those of one case lie far apart, so that a sample is one of all.
      const requests = lines.map((line, index) => {
        const place = places[(index * full + number) % places.length];
        line.cutAt(place);
        tally.injected(`connection ${place?.connection} cut, ${place?.direction}`);
        return { key: `CUT-${number}-${index}`, amount: 1, via: line.port };
      });
      await Promise.all(requests.map((request) => story.insist(world.next, request)));
      for (const line of lines) line.cutAt(undefined);
      await story.judge(world.next, world.erp.ledger);
      return tally.result();
    },
    faults: async () => [],
    async close() {
      await Promise.all(lines.map(({ proxy }) => proxy.stop()));
      await world.close();
    },
  };
}

export const durableCut: Row = {
  name: 'durable-cut',
  proves: 'A connection to the ERP that is cut at any byte, in either direction, leaves one complete document.',
  volume: 'every offset of the exchange of a write, on each store',
  databases: ['postgres', 'sqlite'],
  quick: 2,
  sample: 1,
  open,
};
