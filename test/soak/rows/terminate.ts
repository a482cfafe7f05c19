/** SIGTERM of one of two replicas, under load. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyDocument, insist, judge, type Sent, send, type Target, toSend } from '../oracle.ts';
import { NoAnswer, postTo, startReplicas } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

const callers = 8;
const limitMs = 30_000;

interface Watched {
  /** Ends what is left of its connections. */
  end(): void;
  send(sent: Sent): Promise<void>;
  /** Requests without an answer whose connection may never have been accepted: one that waits while the listener closes is reset. */
  readonly lost: readonly Sent[];
}

/** The victim, on connections that are kept. Where one brought an answer before, the next one has to come, too. */
function watch(baseUrl: string, tally: Tally, onEnd: () => void): Watched {
  const agent = new Agent({ keepAlive: true });
  const lost: Sent[] = [];
  return {
    lost,
    end: () => agent.destroy(),
    async send(sent) {
      const { path, body } = sent.request;
      const trying: Target = {
        post: () =>
          postTo(baseUrl, path, body, agent).catch((error: unknown) => {
            onEnd();
            if (!(error instanceof NoAnswer) || error.onKnownConnection) {
              tally.violated(`${path} ${JSON.stringify(body)} was accepted and dropped: ${error}`);
            } else lost.push(sent);
            throw error;
          }),
      };
      await send(trying, sent, tally);
    },
  };
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const replicas = await startReplicas(2, { profile: stage.erp.file, plant: setup.plant });
  stage.atEnd(() => Promise.all(replicas.map((replica) => replica.kill())));
  const [victim, other] = replicas;
  if (victim === undefined || other === undefined) throw new Error('There is no replica.');
  const payable = await makePayable(other);
  let unique = 0;
  return {
    full: 200,
    async run(number, random) {
      const tally = createTally();
      const all: Sent[] = [];
      let over = false;
      const target = watch(victim.baseUrl, tally, () => {
        over = true;
      });
      const call = async (): Promise<void> => {
        while (!over) {
          unique += 1;
          const sent = toSend(anyDocument(random, `TERM-${number}-${unique}`, unique, payable));
          all.push(sent);
          await target.send(sent);
        }
      };
      const calls = Array.from({ length: callers }, call);
      await sleep(20 + random.below(100));
      const since = Date.now();
      tally.injected('SIGTERM');
      const status = await victim.terminate();
      const took = Date.now() - since;
      over = true;
      if (status !== 0) tally.violated(`the service ended with status ${status}`);
      if (took > limitMs) tally.violated(`the service was gone after ${took} ms`);
      await Promise.all(calls);
      target.end();
      for (const { request } of target.lost) {
        const document = await request.find(stage.erp);
        if (document.length > 0) tally.violated(`${JSON.stringify(request.body)} was written and not answered`);
      }
      const restarted = victim.restart();
      const unanswered = all.filter(({ ids }) => ids.size === 0);
      await Promise.all(unanswered.map((sent) => insist([other], sent, tally, since)));
      await Promise.all(all.map((sent) => send(other, sent, tally)));
      await judge(stage.erp, all, tally);
      await restarted;
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const terminate: Row = {
  name: 'terminate',
  proves: 'A service that is told to stop under load drops no request that it accepted, and is gone within 30 seconds.',
  volume: '200 SIGTERMs under load, on each database',
  databases: databaseNames,
  quick: 6,
  sample: 2,
  open,
};
