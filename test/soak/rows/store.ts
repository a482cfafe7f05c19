/** The store of the service is full, damaged, missing, silent or read-only: writes into an SQL ERP do not need it. */
import { spawnSync } from 'node:child_process';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { anyDocument, judge, send, toSend } from '../oracle.ts';
import { type Replica, startReplica } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { storeUnderTest } from '../store-harms.ts';
import { createTally, type Tally } from '../tally.ts';

/** A page of a sync leaves a bookmark in the store; it is answered without, too. */
async function turnPages(replica: Replica, random: Random, tally: Tally): Promise<void> {
  const limit = 5 + random.below(400);
  for (const page of [1, 2]) {
    const { status, text } = await replica.post('/invoices/list', { page, limit });
    if (status !== 200) tally.violated(`page ${page} of the invoices was answered ${status} ${text}`);
  }
}

async function lacks(): Promise<string | undefined> {
  const { error } = spawnSync('prlimit', ['--version']);
  return error && 'There is no prlimit on this machine. Install the package util-linux.';
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const store = await storeUnderTest(setup, stage);
  const environment = { ENGINE_STORE: store.address };
  const replica = await startReplica({ profile: stage.erp.file, environment, plant: setup.plant });
  stage.atEnd(() => replica.kill());
  const payable = await makePayable(replica);
  let unique = 0;
  return {
    full: 200,
    async run(number, random) {
      const tally = createTally();
      const harm = store.harms[number % store.harms.length];
      if (harm === undefined) throw new Error('There is no such harm.');
      const writeNow = async () => {
        const all = Array.from({ length: 5 }, () => {
          unique += 1;
          return toSend(anyDocument(random, `STORE-${unique}`, unique, payable));
        });
        for (const sent of all) {
          if (!(await send(replica, sent, tally))) tally.violated(`a write was not acknowledged: ${harm.kind}`);
        }
        return all;
      };
      await turnPages(replica, random, tally);
      const mend = await harm.strike(replica);
      tally.injected(harm.kind);
      const since = Date.now();
      const amid = await writeNow();
      await turnPages(replica, random, tally);
      await mend();
      tally.recovered(Date.now() - since);
      const after = await writeNow();
      await turnPages(replica, random, tally);
      await judge(stage.erp, [...amid, ...after], tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const store: Row = {
  name: 'store',
  proves:
    'Writes into an SQL ERP and pages of a sync are answered while the store is full, damaged, away, silent or read-only.',
  volume: '200 times on each database, whose kind of store is harmed in each way that it can be',
  databases: databaseNames,
  quick: 6,
  sample: 3,
  lacks,
  open,
};
