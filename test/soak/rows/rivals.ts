/** The same write from many parallel callers. */
import { freshDatabase } from '../../support/database.ts';
import { anyDocument, insist, judge, send, toSend } from '../oracle.ts';
import { startReplicas } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { createTally } from '../tally.ts';

const callers = 50;

/** What makes replicas share a store on the server of the ERP; nothing where each has a file. */
type Sharing = (
  setup: SoakSetup,
  atEnd: (work: () => Promise<unknown>) => void,
) => Promise<Readonly<Record<string, string>>>;

const ownStores: Sharing = async () => ({});

const sharedStore: Sharing = async ({ server }, atEnd) => {
  if (server === undefined) throw new Error('A shared store needs a server.');
  const store = await freshDatabase(server.url);
  atEnd(() => store.drop());
  return { ENGINE_STORE: store.url, ENGINE_REPLICAS: '3' };
};

const open =
  (sharing: Sharing) =>
  async (setup: SoakSetup): Promise<Bench> => {
    const stage = await openStage(setup);
    const environment = await sharing(setup, stage.atEnd);
    const replicas = await startReplicas(3, { profile: stage.erp.file, environment, plant: setup.plant });
    stage.atEnd(() => Promise.all(replicas.map((replica) => replica.kill())));
    const payable = await makePayable(replicas[0] ?? raise());
    return {
      full: 200,
      async run(number, random) {
        const tally = createTally();
        const sent = toSend(anyDocument(random, `RIVAL-${number}`, number + 1, payable));
        const offset = random.below(3);
        tally.injected(`${callers} callers at once`);
        await Promise.all(
          Array.from({ length: callers }, async (_, place) => {
            const target = replicas[(place + offset) % replicas.length] ?? raise();
            if (!(await send(target, sent, tally))) await insist([target], sent, tally);
          }),
        );
        await judge(stage.erp, [sent], tally);
        return tally.result();
      },
      faults: stage.faults,
      close: stage.close,
    };
  };

function raise(): never {
  throw new Error('There is no replica.');
}

export const rivals: Row = {
  name: 'rivals',
  proves: 'The same write, sent by many at once to three replicas, makes one document and gives all of them its id.',
  volume: '200 keys by 50 callers and three replicas, on each database',
  databases: databaseNames,
  quick: 10,
  sample: 8,
  open: open(ownStores),
};

export const rivalsSharedStore: Row = {
  ...rivals,
  name: 'rivals-shared-store',
  proves: 'The same holds for replicas that share a store on a PostgreSQL.',
  volume: '200 keys by 50 callers and three replicas, with a shared store on PostgreSQL',
  databases: ['postgres'],
  open: open(sharedStore),
};
