/**
 * The states of a durable write and what moves it from one to the next: the whole protocol as a pure function, without store, ERP or
 * clock. An event must be true when it is given: that a lease is over, or a look-up due, is for others to know.
 */
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';
import type { ClaimChange, ClaimState, DurableClaim, NextState } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';

/** What people may read of a state. */
export const stateSentences: Readonly<Record<ClaimState['kind'], string>> = {
  absent: 'Nothing is under way; the next request with this key writes.',
  claimed: 'A request looks for its document, and has sent nothing yet.',
  sent: 'A request to the ERP may have left, and its answer is waited for.',
  unknown: 'Nobody knows yet whether the ERP wrote the document; it is being looked up.',
  held: 'A person has to decide what became of the document.',
  done: 'The document is written; every repeat gets its answer.',
};

/** A caller that takes a key. */
export interface Claimant {
  readonly owner: string;
  readonly payload: string;
  readonly lookUp: string;
}

/** `steps`: what is done by now, as in the claim. */
export type ClaimEvent =
  | { readonly kind: 'claim'; readonly by: Claimant }
  | { readonly kind: 'take over'; readonly by: Claimant }
  | { readonly kind: 'send'; readonly step: string; readonly steps: string }
  | { readonly kind: 'not processed'; readonly steps: string }
  | { readonly kind: 'refused'; readonly steps: string }
  | { readonly kind: 'lost'; readonly step: string; readonly steps: string }
  | { readonly kind: 'given up'; readonly steps: string }
  | { readonly kind: 'lease over' }
  | { readonly kind: 'whole'; readonly result: string }
  | { readonly kind: 'part'; readonly steps: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not looked' }
  | { readonly kind: 'several'; readonly reason: string }
  | { readonly kind: 'no look-up' }
  | PersonEvent;

/** What a person says of a write that the engine cannot bring to an end, or whose key is to be free again. */
export type PersonEvent =
  | { readonly kind: 'said not written' }
  | { readonly kind: 'said written'; readonly result: string }
  | { readonly kind: 'look again' }
  | { readonly kind: 'released'; readonly released: readonly ReleasedAnswer[] };

/** What people may read of an event. */
export const eventSentences: Readonly<Record<ClaimEvent['kind'], string>> = {
  claim: 'A request takes the key.',
  'take over': 'The request that had the key stopped before it sent anything; another one takes its place.',
  send: 'A step is about to be sent.',
  'not processed': 'The ERP has not processed the step: it was not sent, or the ERP says so.',
  refused: 'The ERP refuses the step.',
  lost: 'The outcome of the step is not known.',
  'given up': 'The request goes, and nothing that it sent is in doubt.',
  'lease over': 'The request that had sent the step did not come back.',
  whole: 'The whole document is in the ERP.',
  part: 'The step in doubt is done, but the document is not whole.',
  nothing: 'The ERP does not show what the step in doubt would have done.',
  'not looked': 'The look-up gave no answer; others are looked up before it is tried again.',
  several: 'The ERP shows several documents, or only some that are nearly alike.',
  'no look-up': 'The ERP has no way to look the document up.',
  'said not written': 'A person states that the ERP has no such document.',
  'said written': 'A person states which document it is.',
  'look again': 'A person asks for another look.',
  released: 'A person frees the key for another document.',
};

/** A claim as far as its next state depends on it. */
export interface Standing {
  readonly state:
    | { readonly kind: 'absent' | 'claimed' | 'held' | 'done' }
    | { readonly kind: 'sent'; readonly step: string }
    | { readonly kind: 'unknown'; readonly step: string; readonly empty: number };
  readonly epoch: number;
  readonly steps: string;
}

/** Looks in a row that must find nothing before a document may be sent again. */
const emptyLooks = 2;
const noSteps = '{}';

/** The results of the steps that are done, by name; null where only a look-up showed that one is. */
export function stepsOf({ steps }: Pick<DurableClaim, 'steps'>): Readonly<Record<string, unknown>> {
  const results: unknown = JSON.parse(steps);
  if (typeof results !== 'object' || results === null) throw new Error('The steps of a claim are not an object');
  return { ...results };
}

/** The change that an event makes; undefined where the event does not count in this state. */
export function next(at: Standing, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'said not written':
    case 'said written':
    case 'look again':
    case 'released':
      return nextByPerson(at, event);
  }
  switch (at.state.kind) {
    case 'absent':
      return event.kind === 'claim' ? taken(at, event.by, timing) : undefined;
    case 'claimed':
      return fromClaimed(at, event, timing);
    case 'sent':
      return fromSent(at.state.step, event, timing);
    case 'unknown':
      return fromUnknown(at, at.state, event, timing);
    case 'held':
    case 'done':
      return undefined;
  }
}

function fromClaimed(at: Standing, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'take over':
      return { ...taken(at, event.by, timing), epoch: at.epoch + 1 };
    case 'send':
      return { state: { kind: 'sent', step: event.step, leaseMs: timing.leaseMs }, steps: event.steps };
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'lost':
      return { state: inDoubt(event.step, 0, timing.settleMs), steps: event.steps };
    case 'several':
      return { state: { kind: 'held', reason: event.reason } };
    case 'no look-up':
      return { state: { kind: 'held', reason: eventSentences['no look-up'] } };
    case 'given up':
      return { state: { kind: 'absent' }, steps: event.steps };
    default:
      return undefined;
  }
}

function fromSent(step: string, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'send':
      return { state: { kind: 'sent', step: event.step, leaseMs: timing.leaseMs }, steps: event.steps };
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'not processed':
      return { state: { kind: 'claimed', leaseMs: timing.leaseMs }, steps: event.steps };
    case 'refused':
    case 'given up':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'lost':
      return { state: inDoubt(event.step, 0, timing.settleMs), steps: event.steps };
    case 'lease over':
      return { state: inDoubt(step, 0, timing.settleMs) };
    case 'several':
      return { state: { kind: 'held', reason: event.reason } };
    case 'no look-up':
      return { state: { kind: 'held', reason: eventSentences['no look-up'] } };
    default:
      return undefined;
  }
}

/** A definite answer that comes late still counts, as long as the epoch is the one in which it was asked for. */
function fromUnknown(
  at: Standing,
  { step, empty }: { readonly step: string; readonly empty: number },
  event: ClaimEvent,
  timing: DurableTiming,
): ClaimChange | undefined {
  switch (event.kind) {
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'not processed':
    case 'refused':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'part':
      return freed(at, event.steps);
    case 'nothing':
      if (empty + 1 < emptyLooks) return { state: inDoubt(step, empty + 1, timing.apartMs) };
      // The ERP has confirmed the last step, and shows nothing: to send it again would make a second document.
      if (Object.hasOwn(stepsOf(at), step))
        return { state: { kind: 'held', reason: 'The ERP confirmed the document, but a look-up does not show it.' } };
      return freed(at, at.steps);
    case 'not looked':
      return { state: inDoubt(step, empty, timing.apartMs) };
    case 'several':
      return { state: { kind: 'held', reason: event.reason } };
    case 'no look-up':
      return { state: { kind: 'held', reason: eventSentences['no look-up'] } };
    default:
      return undefined;
  }
}

/** The same for what a person says, on which no span has a bearing. A claim that is `sent` must have its lease over. */
export function nextByPerson(at: Standing, event: PersonEvent): ClaimChange | undefined {
  switch (event.kind) {
    case 'said written':
      return isDoubtful(at) ? { state: { kind: 'done', result: event.result } } : undefined;
    case 'said not written':
      // What its steps gave belongs to a document that is not there.
      return isDoubtful(at) ? freed(at, noSteps) : undefined;
    case 'look again':
      if (at.state.kind === 'unknown') return { state: inDoubt(at.state.step, 0, 0) };
      // Which step was in doubt is not kept: what the look-up shows decides.
      return at.state.kind === 'held' ? { state: inDoubt('', 0, 0) } : undefined;
    case 'released':
      return at.state.kind === 'done' ? { ...freed(at, noSteps), released: event.released } : undefined;
  }
}

/** Whether a part of the document has been written, and nobody is at work on the rest. */
export function isBegun({
  state,
  steps,
}: Pick<Standing, 'steps'> & { readonly state: Pick<Standing['state'], 'kind'> }): boolean {
  return state.kind === 'absent' && Object.keys(stepsOf({ steps })).length > 0;
}

/** Of what is begun, too, the ERP may have less or more than is known: somebody may have removed the part, or completed it. */
function isDoubtful(at: Standing): boolean {
  return ['sent', 'unknown', 'held'].includes(at.state.kind) || isBegun(at);
}

function inDoubt(step: string, empty: number, lookInMs: number): NextState {
  return { kind: 'unknown', step, empty, lookInMs };
}

/** Free for the next request, and out of reach for answers to an earlier one. */
function freed(at: Standing, steps: string): ClaimChange {
  return { state: { kind: 'absent' }, epoch: at.epoch + 1, steps };
}

/** A document of which a part is in the ERP goes on as what it was begun as: the repeat that completes it may say something else. */
function taken(at: Standing, { owner, payload, lookUp }: Claimant, { leaseMs }: DurableTiming): ClaimChange {
  const begun = Object.keys(stepsOf(at)).length > 0;
  return { state: { kind: 'claimed', leaseMs }, owner, ...(begun ? {} : { payload, lookUp }) };
}
