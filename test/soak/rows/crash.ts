/** kill -9 of the service at one step of a write; then it is started again, or another replica takes over. */

import { draft, invoice, payment, type WriteRequest } from '../../engine/run/write/documents.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { insist, judge, type Sent, toSend } from '../oracle.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { type CrashPoint, moments, openVictim, type Victim } from '../steps.ts';
import { createTally, type Tally } from '../tally.ts';

const ways = ['restart', 'takeover'] as const;
const seeds = 200;

const kinds: readonly ((name: string, number: number, payable: string) => WriteRequest)[] = [
  (name) => draft(name),
  (name) => invoice(name),
  (_, number, payable) => payment(payable, ((number + 1) / 100).toFixed(2)),
];

const wordsOf = { before: 'before a step', sent: 'at a step', after: 'after a step' } as const;

interface Case {
  readonly make: (typeof kinds)[number];
  readonly point: CrashPoint;
  readonly way: (typeof ways)[number];
}

/** Counts the steps of each kind of write; gives all cases of one seed. */
async function allCases(victim: Victim, payable: string): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const [index, make] of kinds.entries()) {
    const steps = await victim.count(toSend(make(`COUNTED-${index}`, 0, payable)));
    for (let step = 1; step <= steps; step += 1) {
      for (const when of moments) for (const way of ways) cases.push({ make, point: { step, when }, way });
    }
  }
  return cases;
}

/** Crashes the first at the point. One case of eight takes it amid its drain; in another the one that takes over crashes as well. */
async function crashAt(
  [first, second]: readonly [Victim, Victim],
  sent: Sent,
  { point, way }: Case,
  random: Random,
  tally: Tally,
): Promise<void> {
  const variant = random.below(8);
  const since = Date.now();
  const drains = variant === 0;
  const isThere = await first.crash(sent, point, drains, tally);
  tally.injected(
    isThere ? `kill -9 ${wordsOf[point.when]}${drains ? ' amid a drain' : ''}` : 'kill -9 after the write',
  );
  if (way === 'restart') {
    await first.restart();
    return insist([first], sent, tally, since);
  }
  const restarted = first.restart();
  if (variant === 1) {
    tally.injected('kill -9 of the one that takes over');
    // What the first one has written may be found, and then there are few steps.
    await second.crash(sent, { step: 1 + random.below(3), when: point.when }, false, tally);
    await second.restart();
  }
  await insist([second], sent, tally, since);
  await restarted;
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const first = await openVictim(setup, stage);
  const second = await openVictim(setup, stage);
  const payable = await makePayable(second);
  const cases = await allCases(first, payable);
  return {
    full: cases.length * seeds,
    async run(number, random) {
      const tally = createTally();
      // A stride without a common factor visits all, and steps of all kinds early.
      const crashCase = cases[(number * 101) % cases.length];
      if (crashCase === undefined) throw new Error('There is no such crash point.');
      const sent = toSend(crashCase.make(`CRASH-${number}`, number + 1, payable));
      await crashAt([first, second], sent, crashCase, random, tally);
      await insist([first], sent, tally);
      await insist([second], sent, tally);
      await judge(stage.erp, [sent], tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const crash: Row = {
  name: 'crash',
  proves:
    'A service that dies before, at or after any step of a write leaves nothing or the whole document; itself or another replica finds which.',
  volume: 'each step of each write x {before, sent, answered} x {restart, takeover}, 200 times, on each database',
  databases: databaseNames,
  quick: 6,
  sample: 2,
  open,
};
