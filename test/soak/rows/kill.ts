/** kill -9 of one replica of three, under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { workersOf } from '../../support/sqlite-workers.ts';
import { startLoad } from '../load.ts';
import { insist, judge } from '../oracle.ts';
import { type Replica, startReplicas } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage, type Stage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

const callers = 6;

/** On SQLite a write happens in a process of its own, which is killed in one case of two. */
async function strike(victim: Replica, { erp, folder }: Stage, random: Random, tally: Tally): Promise<void> {
  const workers = erp.dialect === 'sqlite' ? workersOf(`${folder}/demo.sqlite`) : [];
  const [worker] = random.some(workers, 1);
  if (worker !== undefined && random.below(2) === 0) {
    tally.injected('kill -9 of a worker');
    try {
      process.kill(worker.pid, 'SIGKILL');
    } catch {
      // It has ended by itself since it was found.
    }
    return;
  }
  tally.injected('kill -9');
  await victim.kill();
  await victim.restart();
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const replicas = await startReplicas(3, { profile: stage.erp.file, plant: setup.plant });
  stage.atEnd(() => Promise.all(replicas.map((replica) => replica.kill())));
  const [first] = replicas;
  if (first === undefined) throw new Error('There is no replica.');
  const payable = await makePayable(first);
  return {
    full: 1_000,
    async run(number, random) {
      const tally = createTally();
      const load = startLoad({ targets: replicas, callers, random, tally, name: `KILL-${number}`, number, payable });
      await load.answers(random.below(4 * callers));
      await sleep(random.below(15));
      const [victim = first] = random.some(replicas, 1);
      const since = Date.now();
      const struck = strike(victim, stage, random, tally);
      await load.answers(random.below(2 * callers));
      await load.stop();
      for (const _ of load.unanswered()) tally.injected('write left unanswered');
      // The others take over at once; the killed one answers for all of them when it is back.
      const others = replicas.filter((replica) => replica !== victim);
      await Promise.all(load.unanswered().map((sent) => insist(others, sent, tally, since)));
      await struck;
      await Promise.all(load.all.map((sent) => insist([victim], sent, tally)));
      await judge(stage.erp, load.all, tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const kill: Row = {
  name: 'kill',
  proves:
    'A replica that is killed at any moment under load leaves each document whole or not at all, and the others make it once.',
  volume: '1,000 kills -9 with three replicas under load, on each database',
  databases: databaseNames,
  quick: 6,
  sample: 2,
  open,
};
