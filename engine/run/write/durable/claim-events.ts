/** The events of a durable write, and its states and events described for people. */
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';
import type { ClaimState, Undo } from './claims.ts';

/** Description of each state for people. */
export const stateSentences: Readonly<Record<ClaimState['kind'], string>> = {
  absent: 'No write is in progress; the next request with this key writes the document.',
  claimed: 'A request looks up its document and has sent nothing yet.',
  sent: 'A request to the ERP may have been sent; its answer is pending.',
  unknown: 'It is not known yet whether the ERP wrote the document; it is being looked up.',
  undoing: 'The ERP refused a step, and a request that removes the earlier ones may have been sent.',
  'undo lost': 'It is not known yet whether the ERP removed what the earlier steps created; it is being looked up.',
  held: 'An operator has to decide whether the document exists.',
  done: 'The document is written; every repeat gets its answer.',
};

/** A caller that takes a key. */
export interface Claimant {
  readonly owner: string;
  readonly payload: string;
  readonly lookUp: string;
}

/** `steps`: the completed steps, as in the claim. */
export type ClaimEvent =
  | { readonly kind: 'claim'; readonly by: Claimant }
  | { readonly kind: 'take over'; readonly by: Claimant }
  | { readonly kind: 'wait on' }
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'send'; readonly step: string; readonly steps: string }
  | { readonly kind: 'confirmed'; readonly steps: string }
  | { readonly kind: 'not processed'; readonly steps: string }
  | { readonly kind: 'refused'; readonly steps: string }
  | ({ readonly kind: 'undo'; readonly steps: string } & Undo)
  | { readonly kind: 'undone'; readonly steps: string }
  | { readonly kind: 'undo in doubt'; readonly detail: string }
  | { readonly kind: 'undo failed'; readonly reason: string }
  | { readonly kind: 'lost'; readonly step: string; readonly steps: string }
  | { readonly kind: 'given up'; readonly steps: string }
  | { readonly kind: 'lease over' }
  | { readonly kind: 'whole'; readonly result: string }
  | { readonly kind: 'part'; readonly steps: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not looked' }
  | { readonly kind: 'several'; readonly reason: string }
  | { readonly kind: 'no lookup' }
  | OperatorEvent;

/** A decision about a write that the engine cannot complete, or whose key is to be free again. */
export type OperatorEvent =
  | { readonly kind: 'said not written' }
  | { readonly kind: 'said written'; readonly result: string }
  | { readonly kind: 'look again' }
  | { readonly kind: 'released'; readonly released: readonly ReleasedAnswer[] };

/** Description of each event for people. */
export const eventSentences: Readonly<Record<ClaimEvent['kind'], string>> = {
  claim: 'A request takes the key.',
  'take over': 'The previous request stopped before it sent anything; another request takes over the key.',
  'wait on': 'The request still waits or reads, and has sent nothing yet.',
  abandoned: 'The request stopped before it sent anything, and the next one begins anew.',
  send: 'The first byte of a step is about to be sent.',
  confirmed: 'The ERP has confirmed a step; the next one waits until it can be sent.',
  'not processed': 'The ERP has not processed the step: it was not sent, or the ERP says so.',
  refused: 'The ERP refuses the step.',
  undo: 'The ERP refused a later step; the request that removes what this step created is about to be sent.',
  undone: 'The ERP has removed what the steps before the refused one created.',
  'undo in doubt': 'The outcome of the undo is not known.',
  'undo failed': 'The ERP still has what the step created, and the undo is not sent again.',
  lost: 'The outcome of the step is not known.',
  'given up': 'The request ends, and the outcome of all that it sent is known.',
  'lease over': 'The request that sent the step has ended: its lease is over, or its process is gone.',
  whole: 'The complete document is in the ERP.',
  part: 'The step with the unknown outcome is done, but the document is incomplete.',
  nothing: 'The ERP does not show an effect of the step with the unknown outcome.',
  'not looked': 'The lookup failed; other claims are looked up before it is tried again.',
  several: 'The ERP shows several documents, or only similar ones.',
  'no lookup': 'The ERP has no way to look the document up.',
  'said not written': 'An operator states that the ERP has no such document.',
  'said written': 'An operator states which document it is.',
  'look again': 'An operator asks for another look.',
  released: 'An operator frees the key for another document.',
};
