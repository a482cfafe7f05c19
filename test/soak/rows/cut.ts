/** The connection to the database ends at one byte of a write's exchange. */
import { setTimeout as sleep } from 'node:timers/promises';
import { draft } from '../../engine/run/write/documents.ts';
import { anyDocument, insist, judge, type Sent, send, toSend } from '../oracle.ts';
import type { Direction, FaultProxy, Rule } from '../proxy.ts';
import { type Replica, startReplica } from '../replicas.ts';
import type { Bench, Row, SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

/** Bytes that go either way on a fresh connection until a document is written: the start of the session included. */
type Exchange = Readonly<Record<Direction, number>>;

async function measure(proxy: FaultProxy, replica: Replica): Promise<Exchange> {
  proxy.cutAll();
  await insist([replica], toSend(draft('MEASURED')), createTally());
  const writer = [...proxy.links].find(({ writing }) => writing);
  if (writer === undefined) throw new Error('The proxy saw no transaction that writes.');
  return { ...writer.bytes };
}

/** Cuts at the byte, once; the one of a session that is not known to write yet may be that of another connection. */
function cutAt(direction: Direction, offset: number, tally: Tally): Rule {
  let done = false;
  return (piece) => {
    const { link, bytes } = piece;
    const before = link.bytes[direction];
    const isHere = piece.direction === direction && before <= offset && offset < before + bytes.length;
    if (done || !isHere) return { kind: 'pass' };
    done = true;
    tally.injected(link.writing ? `cut in the write, ${direction}` : `cut in the start of the session, ${direction}`);
    return { kind: 'cut', after: offset - before };
  };
}

/** Visits each of `count` places once, near ones far apart. */
function spread(number: number, count: number): number {
  const greatest = (a: number, b: number): number => (b === 0 ? a : greatest(b, a % b));
  let stride = Math.max(1, Math.round(count * 0.618));
  while (greatest(stride, count) !== 1) stride += 1;
  return (number * stride) % count;
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const { proxy, profile } = await stage.proxied();
  const hit = await startReplica({ profile, plant: setup.plant });
  const other = await startReplica({ profile: stage.erp.file, plant: setup.plant });
  stage.atEnd(() => Promise.all([hit.kill(), other.kill()]));
  const payable = await makePayable(other);
  const exchange = await measure(proxy, hit);
  const full = exchange.up + exchange.down;
  return {
    full,
    async run(number, random) {
      const tally = createTally();
      const place = spread(number, full);
      const isUp = place < exchange.up;
      // Each connection but a fresh one has its own statements prepared already, and sends less.
      proxy.cutAll();
      const sent: Sent = toSend(
        number < full ? draft(`CUT-${number}`) : anyDocument(random, `CUT-${number}`, number + 1, payable),
      );
      proxy.setRule(cutAt(isUp ? 'up' : 'down', isUp ? place : place - exchange.up, tally));
      const since = Date.now();
      const answered = await send(hit, sent, tally);
      proxy.setRule(undefined);
      if (answered) tally.recovered(Date.now() - since);
      else {
        await sleep(random.below(20));
        await insist([hit], sent, tally, since);
      }
      await insist([other], sent, tally);
      await judge(stage.erp, [sent], tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const cut: Row = {
  name: 'cut',
  proves:
    'A connection that ends at any byte of a write, in either direction, costs neither a document nor makes two of it.',
  volume: "every byte of a draft's exchange on a fresh connection, in both directions, on each server",
  databases: ['postgres', 'mysql'],
  quick: 30,
  sample: 50,
  open,
};
