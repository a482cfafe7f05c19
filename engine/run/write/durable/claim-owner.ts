/** What the owner of a claim does: look the document up, prepare, and send each step that is not done. */

import { explain } from '../../context/problem-of.ts';
import type { Members } from '../../read/encode-answer.ts';
import { type Held, type MovePorts, move, settle } from './change-state.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork, Found } from './durable-work.ts';
import { withFound } from './look-up-document.ts';
import { held, outOfTime, stored } from './problems.ts';
import { type SendPorts, sendStep } from './send-step.ts';
import { type ClaimEvent, stepsOf } from './state-machine.ts';

export type Owned =
  | { readonly kind: 'answered'; readonly members: Members }
  /** Somebody else has the claim by now, or has settled it. */
  | { readonly kind: 'overtaken' }
  /** The ERP may have done what was sent. */
  | { readonly kind: 'in doubt' };

type Done = Readonly<Record<string, unknown>>;

/** A claim that was just taken, with the answers it gave before a person released it. */
export interface Taken {
  readonly claim: Held;
  readonly owner: string;
  readonly released: DurableClaim['released'];
}

type ClaimWarning = 'claim_not_released' | 'document_adopted' | 'lookup_failed' | 'write_in_doubt' | 'write_overtaken';

function warn(ports: MovePorts, { claim }: Taken, event: ClaimWarning, message: string): void {
  ports.log({ level: 'warn', event, endpoint: claim.endpoint, key: claim.naturalKey, message });
}

/** Gives a claim back that has nothing in doubt, so that the next request need not wait for the lease. */
async function giveUp(ports: MovePorts, taken: Taken, steps: string): Promise<void> {
  try {
    await settle(ports, taken.claim, taken.owner, { kind: 'given up', steps });
  } catch (error) {
    warn(ports, taken, 'claim_not_released', `The next request has to wait for its lease: ${explain(error)}`);
  }
}

async function hold(ports: MovePorts, taken: Taken, reason: string): Promise<Owned> {
  const moved = await stored(move(ports, taken.claim, { kind: 'several', reason }), false);
  if (moved === undefined) return { kind: 'overtaken' };
  throw held(reason);
}

async function finish(ports: MovePorts, taken: Taken, result: Members): Promise<Owned> {
  const moved = await stored(settle(ports, taken.claim, taken.owner, { kind: 'whole', result }), true);
  if (moved !== undefined) return { kind: 'answered', members: result };
  warn(ports, taken, 'write_overtaken', 'The document was confirmed after its claim had been settled otherwise.');
  return { kind: 'overtaken' };
}

/** Looks for the document first, always: an earlier attempt, or somebody else, may have written it. */
async function begin(
  work: DurableWork,
  ports: MovePorts,
  taken: Taken,
): Promise<Owned | { kind: 'go on'; done: Done }> {
  const found: Found = work.find === undefined ? { kind: 'none' } : await work.find(taken.released);
  if (found.kind === 'several') return hold(ports, taken, found.detail);
  if (found.kind === 'one' && found.result !== undefined) {
    warn(ports, taken, 'document_adopted', 'The ERP already holds a document with this key.');
    return finish(ports, taken, found.result);
  }
  const shown = found.kind === 'one' ? found.done : [];
  const done = withFound(stepsOf(taken.claim), shown);
  const vanished = Object.keys(done).filter((name) => done[name] === null && !shown.includes(name));
  // Nothing but that look-up knew the document: no further step can name it, and to begin again would make a second one.
  if (vanished.length > 0)
    return hold(ports, taken, `A look-up showed "${vanished.join('", "')}" to be done, and does not show it any more.`);
  return { kind: 'go on', done };
}

/** Looks up, prepares and sends. Rejects with `ProblemError`, and with what `find` and `prepare` reject with. */
export async function own(work: DurableWork, ports: SendPorts, taken: Taken): Promise<Owned> {
  let { claim } = taken;
  let { steps } = claim;
  let done: Done;
  try {
    const begun = await begin(work, ports, taken);
    if (begun.kind !== 'go on') return begun;
    done = begun.done;
    steps = JSON.stringify(done);
    await work.prepare(taken.released);
    if (ports.clock() >= ports.deadline) throw outOfTime();
  } catch (error) {
    await giveUp(ports, taken, steps);
    throw error;
  }
  for (const step of work.steps) {
    if (Object.hasOwn(done, step.name)) continue;
    const outcome = await sendStep(step, ports, { claim, owner: taken.owner, done });
    switch (outcome.kind) {
      case 'done':
        claim = outcome.claim;
        // A step without a result is not one that only a look-up knows.
        done = { ...done, [step.name]: outcome.result ?? {} };
        break;
      case 'not sent':
        await giveUp(ports, { ...taken, claim: outcome.claim }, JSON.stringify(done));
        throw outcome.problem;
      case 'in doubt':
        return doubt(work, ports, { ...taken, claim: outcome.claim }, done, step.name, outcome.detail);
      case 'overtaken':
        // A step before this one was confirmed only after its lease: that counts, while nobody has begun anew.
        if (claim.state.kind === 'sent')
          await stored(settle(ports, claim, taken.owner, { kind: 'part', steps: JSON.stringify(done) }), true);
        return outcome;
    }
  }
  return answer(work, ports, { ...taken, claim }, done);
}

/** What a look-up of a finished document shows; undefined where it fails. */
async function lookAfter({ find }: DurableWork, ports: MovePorts, taken: Taken): Promise<Found | undefined> {
  try {
    return await find?.(taken.released);
  } catch (error) {
    warn(ports, taken, 'lookup_failed', `The look-up of the finished document failed: ${explain(error)}`);
    return undefined;
  }
}

/**
 * All steps are done. The look-up gives the answer, so that it is the same whoever asks for it first; where it shows nothing yet, what the
 * steps gave. Where neither tells, or the document is shown without a step that the ERP has confirmed, it is looked up later.
 */
async function answer(work: DurableWork, ports: MovePorts, taken: Taken, done: Done): Promise<Owned> {
  const found = await lookAfter(work, ports, taken);
  if (found?.kind === 'several') return hold(ports, taken, found.detail);
  const members = found?.kind === 'one' ? found.result : work.answer(done);
  if (members !== undefined) return finish(ports, taken, members);
  const last = work.steps.at(-1)?.name ?? '';
  return doubt(work, ports, taken, done, last, 'The ERP confirmed it, but does not show it yet.');
}

/** Nobody knows what became of the last request; where it can be looked up, it will be. */
async function doubt(
  work: DurableWork,
  ports: MovePorts,
  taken: Taken,
  done: Done,
  step: string,
  detail: string,
): Promise<Owned> {
  warn(ports, taken, 'write_in_doubt', `What became of the step "${step}" is not known: ${detail}`);
  const lost: ClaimEvent = { kind: 'lost', step, steps: JSON.stringify(done) };
  await stored(move(ports, taken.claim, work.find === undefined ? { kind: 'no look-up' } : lost), true);
  return { kind: 'in doubt' };
}
