/** The clock of a replica is set forward and back while it writes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { startLoad } from '../load.ts';
import { insist, judge } from '../oracle.ts';
import { startReplica } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { createTally } from '../tally.ts';
import { faketimeLibrary, lacksFaketime, wallClock } from '../wall-clock.ts';

const callers = 6;
const stepsOfCase = 4;

/** Seconds that a clock may be away: a moment, an hour as of summer time, a day. */
const distances = [1, 30, 3_600, 86_400];

function offset(random: Random): string {
  const [seconds = 0] = random.some(distances, 1);
  return `${random.below(2) === 0 ? '+' : '-'}${seconds}`;
}

async function open(setup: SoakSetup): Promise<Bench> {
  const faketime = await faketimeLibrary();
  const stage = await openStage(setup);
  const file = join(stage.folder, 'clock');
  const set = (text: string): void => writeFileSync(file, `${text}\n`);
  set('+0');
  const profile = stage.erp.file;
  const astray = await startReplica({ profile, environment: wallClock(faketime, file), plant: setup.plant });
  const right = await startReplica({ profile, plant: setup.plant });
  stage.atEnd(() => Promise.all([astray.kill(), right.kill()]));
  const payable = await makePayable(right);
  return {
    full: 200,
    async run(number, random) {
      const tally = createTally();
      const targets = [astray, right];
      const load = startLoad({ targets, callers, random, tally, name: `CLOCK-${number}`, number, payable });
      for (let step = 0; step < stepsOfCase; step += 1) {
        await load.answers(1 + random.below(8));
        set(offset(random));
        tally.injected('clock set');
      }
      const since = Date.now();
      await load.stop();
      await Promise.all(load.unanswered().map((sent) => insist(targets, sent, tally, since)));
      await Promise.all(load.all.flatMap((sent) => targets.map((target) => insist([target], sent, tally))));
      await judge(stage.erp, load.all, tally);
      set('+0');
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const clock: Row = {
  name: 'clock',
  proves: 'A clock that is set forward or back by up to a day amid writes makes no document twice and loses none.',
  volume: '200 times four steps under load, on each database',
  databases: databaseNames,
  quick: 4,
  sample: 2,
  lacks: lacksFaketime,
  open,
};
