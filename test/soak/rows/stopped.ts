/** A process is paused during a write, past every lock and every time-out of the server, and resumed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { anyDocument, insist, judge, type Sent, send, toSend } from '../oracle.ts';
import { type Replica, startReplica } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage, type Stage } from '../stage.ts';
import { stopperOn } from '../steps.ts';
import { createTally, type Tally } from '../tally.ts';

const victims = 3;
const stops = 500;
/** Statements end after 1 s; an idle transaction ends ten seconds, which is twice the wait for a lock, after that. */
const limits = { timeout: '1s' };
const stoppedMs = 12_500;

interface Stopped {
  readonly replica: Replica;
  /** Sends it, and stops the replica somewhere in the write. */
  stop(sent: Sent, random: Random, tally: Tally): Promise<{ readonly answered: Promise<boolean> }>;
}

async function openStopped(setup: SoakSetup, stage: Stage): Promise<Stopped> {
  const proxied = setup.database === 'sqlite' ? undefined : await stage.proxied(limits);
  const replica = await startReplica({ profile: proxied?.profile ?? stage.erp.file, plant: setup.plant });
  stage.atEnd(() => replica.kill());
  return {
    replica,
    async stop(sent, random, tally) {
      const stopper = proxied && stopperOn(proxied.proxy);
      const reached = stopper?.arm({ step: 2 + random.below(10), when: 'sent' });
      const answered = send(replica, sent, tally);
      await Promise.race([reached ?? sleep(random.below(12)), answered]);
      replica.signal('SIGSTOP');
      stopper?.disarm();
      tally.injected('SIGSTOP');
      return { answered };
    },
  };
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const other = await startReplica({ profile: stage.erp.file, plant: setup.plant });
  stage.atEnd(() => other.kill());
  const payable = await makePayable(other);
  const all = await Promise.all(Array.from({ length: victims }, () => openStopped(setup, stage)));
  return {
    full: Math.ceil(stops / victims),
    async run(number, random) {
      const tally = createTally();
      const since = Date.now();
      const sent = all.map((_, place) => {
        const unique = number * victims + place;
        return toSend(anyDocument(random, `STOPPED-${unique}`, unique + 1, payable));
      });
      const running = await Promise.all(
        all.map(async (victim, place) => {
          const document = sent[place];
          if (document === undefined) throw new Error('There is no document for a replica.');
          return { document, victim, ...(await victim.stop(document, random, tally)) };
        }),
      );
      // The other one takes over meanwhile: what the stopped ones hold, the server has to take from them. A file cannot.
      const over = sleep(stoppedMs - (Date.now() - since));
      const taken = Promise.all(sent.map((document) => insist([other], document, tally, since)));
      await over;
      for (const { victim } of running) victim.replica.signal('SIGCONT');
      await Promise.all(running.map(({ answered }) => answered));
      await taken;
      await Promise.all(running.map(({ document, victim }) => insist([victim.replica], document, tally)));
      await judge(stage.erp, sent, tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const stopped: Row = {
  name: 'stopped',
  proves:
    'A process that is stopped amid a write past every lock and time-out, and then goes on, writes nothing that another one has written meanwhile.',
  volume: '500 stops of 12.5 seconds on each database, three at a time',
  databases: databaseNames,
  quick: 1,
  sample: 1,
  open,
};
