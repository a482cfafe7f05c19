/** What an operator can do with a write, what follows from it, and what its result means. */
import type { Change, Decision, Write } from '../../../engine/tools/index.ts';
import { answerText } from './write-texts.ts';

export type WriteAction = { readonly kind: 'release' } | Decision;

/** The words are part of JSON output. */
export type ActionOutcome = 'released' | 'resolved' | 'looking' | 'unneeded' | 'refused' | 'overtaken';

export interface ActionResult {
  readonly outcome: ActionOutcome;
  readonly message: string;
  /** The write after the action. */
  readonly write: Write;
}

const keyIsFree = 'The key is already free. Nothing was changed.';
const doubtful: ReadonlySet<Write['state']['kind']> = new Set(['unknown', 'undoing', 'held']);

/** A claim in the ERP's database that cannot be read completely. */
const isDamaged = ({ state, source }: Write): boolean => state.kind === 'held' && source !== undefined;

/** The actions that the state of a write allows, the usual one first. */
export function actionsFor(write: Write): readonly WriteAction['kind'][] {
  const { kind } = write.state;
  if (kind === 'done' || kind === 'half done' || isDamaged(write)) return ['release'];
  if (doubtful.has(kind)) return ['look again', 'written', 'not written'];
  return kind === 'begun' ? ['written', 'not written'] : [];
}

/** What the operator has to confirm before a key is released; undefined if nothing is at stake. */
export function releaseConsequence(write: Write): string | undefined {
  if (write.state.kind === 'done')
    return 'After the release, the next request with this key writes a second document. The first one stays in the ERP.';
  return write.state.kind === 'half done' || isDamaged(write)
    ? 'After the release, the next request with this key finds the completed steps, or writes the document again.'
    : undefined;
}

/** What the operator has to confirm before a decision; undefined if no confirmation is needed. */
export function decisionConsequence(decision: Decision): string | undefined {
  switch (decision.kind) {
    case 'not written':
      return 'After this, the next request with this key writes the document. If the ERP has it nevertheless, there will be two.';
    case 'written':
      return `After this, every request with this key is answered: ${answerText(decision.result)}. Nothing is sent to the ERP.`;
    case 'look again':
      return undefined;
  }
}

/** Whether a decision ends a doubt, so that it has to be confirmed. */
export const isDoubtful = ({ state }: Write): boolean => doubtful.has(state.kind);

/** What an action has done. */
export function resultOf({ kind }: WriteAction, change: Exclude<Change, { readonly kind: 'absent' }>): ActionResult {
  switch (change.kind) {
    case 'changed':
      return { ...doneBy(kind), write: change.after };
    case 'unneeded': {
      const message = kind === 'release' ? keyIsFree : 'A lookup is already due. Nothing was changed.';
      return { outcome: 'unneeded', message, write: change.write };
    }
    case 'refused':
      return { outcome: 'refused', message: `${change.reason}\nNothing was changed.`, write: change.write };
    case 'overtaken': {
      const message = 'The write has changed since it was shown. Nothing was changed.';
      return { outcome: 'overtaken', message, write: change.write };
    }
  }
}

function doneBy(kind: WriteAction['kind']): Pick<ActionResult, 'outcome' | 'message'> {
  switch (kind) {
    case 'release':
      return { outcome: 'released', message: 'Released.' };
    case 'look again':
      return { outcome: 'looking', message: 'The running service looks the document up within seconds.' };
    case 'written':
    case 'not written':
      return { outcome: 'resolved', message: 'Resolved.' };
  }
}
