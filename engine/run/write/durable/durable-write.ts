/**
 * A write into a source without transactions: one document for each key, whatever fails. Of all requests with a key, on any number of
 * replicas, one owns the claim and does the work; the others wait for its result, and answer it. A request that comes to a claim
 * whose outcome is unknown looks, and never sends.
 */
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import type { Members } from '../../read/encode-answer.ts';
import { repeatedEvent } from '../repeat-report.ts';
import { type Held, move } from './change-state.ts';
import { type Owned, own } from './claim-owner.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork } from './durable-work.ts';
import { attend } from './look-up-document.ts';
import { busy, held, inDoubt, notWritten, stored } from './problems.ts';
import type { SendPorts } from './send-step.ts';
import { createSightings, hasCome, isDue, type Sightings } from './unchanged-claims.ts';

export interface DurablePorts extends SendPorts {
  /** A random text that nobody else has. */
  newOwner(): string;
}

/** What a look at the claim came to. */
type Turn = Owned | { readonly kind: 'wait' };

/** One request on its way to an answer. */
interface Caller {
  readonly work: DurableWork;
  readonly ports: DurablePorts;
  readonly sightings: Sightings;
  /** It has sent something whose outcome is not known: it does not send again. */
  readonly spent: boolean;
}

/** Members of the answer, as JSON text. Rejects with `ProblemError`, and with what `find` and `prepare` of the work reject with. */
export async function durableWrite(work: DurableWork, ports: DurablePorts): Promise<Members> {
  const sightings = createSightings(ports.clock);
  const { patienceMs, pollMs } = ports.timing;
  let spent = false;
  let until: number | undefined;
  for (let before: Turn['kind'] | undefined; ; ) {
    const { claim, now } = await stored(ports.claims.read(work.claim.id), spent);
    const turn = await takeTurn({ work, ports, sightings, spent }, claim, now);
    const again = turn.kind === before;
    before = turn.kind;
    switch (turn.kind) {
      case 'answered':
        return turn.members;
      case 'overtaken':
        // A store that does not keep what it is told must not hold a request for ever, nor the ERP busy with its look-ups.
        if (again) await ports.sleep(Math.max(0, Math.min(pollMs, ports.deadline - ports.clock())));
        if (ports.clock() >= ports.deadline) throw impatient(claim, now);
        break;
      case 'in doubt':
        spent = true;
        until = undefined;
        break;
      case 'wait': {
        const time = ports.clock();
        until ??= Math.min(time + patienceMs, ports.deadline);
        if (time >= until) throw impatient(claim, now);
        await ports.sleep(Math.min(pollMs, until - time));
      }
    }
  }
}

/** Why a caller waits no longer. */
function impatient(claim: DurableClaim | undefined, now: number) {
  if (claim?.state.kind !== 'unknown') return busy();
  // A clock that was set back must not send the caller away for hours.
  return inDoubt(Math.min(30, Math.max(2, Math.ceil((claim.state.lookAt - now) / 1000))));
}

/** What a request does at the claim as it is. `now`: by the store's clock. */
async function takeTurn(caller: Caller, claim: DurableClaim | undefined, now: number): Promise<Turn> {
  const { work, ports } = caller;
  if (claim === undefined) return caller.spent ? lost() : insert(caller);
  const { state } = claim;
  switch (state.kind) {
    case 'absent':
      return caller.spent ? lost() : take(caller, claim, 'claim');
    case 'claimed':
      if (!hasCome(claim, state.leaseUntil, now)) return { kind: 'wait' };
      return caller.spent ? lost() : take(caller, claim, 'take over');
    case 'sent':
    case 'unknown':
      return watch(caller, claim, now);
    case 'held':
      throw held(state.reason);
    case 'done':
      ports.log(repeatedEvent(claim.endpoint, claim.naturalKey, claim.payload !== work.claim.payload));
      return { kind: 'answered', members: state.result };
  }
}

function lost(): never {
  throw notWritten();
}

async function insert({ work, ports }: Caller): Promise<Turn> {
  const { claim: made } = work;
  const owner = ports.newOwner();
  if (!(await stored(ports.claims.insert({ ...made, owner }, ports.timing.leaseMs), false)))
    return { kind: 'overtaken' };
  const { id, endpoint, naturalKey } = made;
  const claim: Held = { id, endpoint, naturalKey, revision: 1, epoch: 1, steps: '{}', state: { kind: 'claimed' } };
  return own(work, ports, { claim, owner, released: [] });
}

async function take({ work, ports }: Caller, before: DurableClaim, kind: 'claim' | 'take over'): Promise<Turn> {
  const { payload, lookUp } = work.claim;
  const owner = ports.newOwner();
  const claim = await stored(move(ports, before, { kind, by: { owner, payload, lookUp } }), false);
  return claim === undefined ? { kind: 'overtaken' } : own(work, ports, { claim, owner, released: before.released });
}

/** Waits for who has the claim, or does what is due where nobody does. */
async function watch({ work, ports, sightings }: Caller, claim: DurableClaim, now: number): Promise<Turn> {
  if (!isDue(claim, now, sightings.see(claim), ports.timing)) return { kind: 'wait' };
  try {
    const moved = await attend(claim, work.find, ports);
    return { kind: moved?.state.kind === 'unknown' ? 'wait' : 'overtaken' };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { endpoint, naturalKey: key } = claim;
    ports.log({ level: 'warn', event: 'lookup_failed', endpoint, key, message: explain(error) });
    throw inDoubt();
  }
}
