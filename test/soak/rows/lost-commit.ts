/** The server's answer to COMMIT never arrives. */
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { anyDocument, insist, judge, send, toSend } from '../oracle.ts';
import type { Rule } from '../proxy.ts';
import { startReplica, startReplicas } from '../replicas.ts';
import type { Bench, Row, SoakSetup } from '../row.ts';
import { makePayable, openStage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

/** One case of so many waits for the deadline of the request instead of an end of the connection. */
const silentOf = 25;
const environment = { ENGINE_REQUEST_TIMEOUT: '3s' };

/** Takes away the next answer to a COMMIT, once the server has given it. */
function loseAnswer(random: Random, tally: Tally): Rule {
  const isSilent = random.below(silentOf) === 0;
  let done = false;
  return ({ link, direction, bytes }) => {
    if (done || direction !== 'down' || !link.committing) return { kind: 'pass' };
    done = true;
    tally.injected(isSilent ? 'commit answer held' : 'commit answer lost');
    return isSilent ? { kind: 'hold' } : { kind: 'cut', after: random.below(bytes.length) };
  };
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const { proxy, profile } = await stage.proxied({ timeout: '2s' });
  const [hit] = await startReplicas(1, { profile, environment, plant: setup.plant });
  const other = await startReplica({ profile: stage.erp.file, plant: setup.plant });
  if (hit === undefined) throw new Error('There is no replica.');
  stage.atEnd(() => Promise.all([hit.kill(), other.kill()]));
  const payable = await makePayable(other);
  return {
    full: 1_000,
    async run(number, random) {
      const tally = createTally();
      const sent = toSend(anyDocument(random, `LOST-${number}`, number + 1, payable));
      const since = Date.now();
      proxy.setRule(loseAnswer(random, tally));
      const answered = await send(hit, sent, tally);
      proxy.setRule(undefined);
      if (!answered) await insist([hit], sent, tally, since);
      else tally.recovered(Date.now() - since);
      await insist([other], sent, tally);
      await judge(stage.erp, [sent], tally);
      for (const link of proxy.links) link.release();
      return tally.result();
    },
    faults: stage.faults,
    close: stage.close,
  };
}

export const lostCommit: Row = {
  name: 'lost-commit',
  proves:
    'A document whose commit succeeded but whose acknowledgement was lost is found by the retry, which answers the same id.',
  volume: '1,000 lost answers on each server',
  databases: ['postgres', 'mysql'],
  quick: 10,
  sample: 10,
  open,
};
