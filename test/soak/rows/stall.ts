/** A server does not respond during a write until the request's deadline, then continues; other writes follow at once. */
import { anyDocument, insist, judge, send, toSend } from '../oracle.ts';
import { startReplica } from '../replicas.ts';
import type { Bench, Row, SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { stopperOn } from '../steps.ts';
import { createTally } from '../tally.ts';

const environment = { ENGINE_REQUEST_TIMEOUT: '1s' };
/** More than the connections that write, so that each one is used again. */
const followers = 6;

const silentMoments = ['before', 'after'] as const;
/** Whether the server has worked on the statement. */
const silences = { before: 'statement not delivered', after: 'answer not delivered' } as const;

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const { proxy, profile } = await stage.proxied();
  const hit = await startReplica({ profile, environment, plant: setup.plant });
  const other = await startReplica({ profile: stage.erp.file, plant: setup.plant });
  stage.atEnd(() => Promise.all([hit.kill(), other.kill()]));
  const payable = await makePayable(other);
  return {
    full: 500,
    async run(number, random) {
      const tally = createTally();
      const [sent, ...others] = Array.from({ length: 1 + followers }, (_, place) => {
        const unique = number * (1 + followers) + place;
        return toSend(anyDocument(random, `STALL-${unique}`, unique + 1, payable));
      });
      if (sent === undefined) throw new Error('There is no document.');
      const [when = 'after'] = random.some(silentMoments, 1);
      const stopper = stopperOn(proxy);
      // The last steps of a write are those that have something to lose.
      const held = stopper.arm({ step: 4 + random.below(9), when });
      const since = Date.now();
      void held.then(() => tally.injected(`silence, ${silences[when]}`));
      await send(hit, sent, tally);
      stopper.disarm();
      proxy.releaseAll();
      for (const follower of others) await send(hit, follower, tally);
      await Promise.all(others.map((follower) => insist([hit], follower, tally, since)));
      await insist([hit], sent, tally, since);
      await insist([other], sent, tally);
      await judge(stage.erp, [sent, ...others], tally);
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const stall: Row = {
  name: 'stall',
  proves:
    'A write that ran into its deadline amid its transaction leaves nothing to the writes that follow on the connections of its pool.',
  volume: '500 silences at steps of a write, on each server',
  databases: ['postgres', 'mysql'],
  quick: 4,
  sample: 3,
  open,
};
