/** Writes as sentences for an operator. */
import { printable } from '../../../engine/host/index.ts';
import type { SourceError } from '../../../engine/index.ts';
import type { WriteState } from '../../../engine/tools/index.ts';
import type { SearchedStore } from './open-writes.ts';

/** The object with the given members (JSON without the outer braces). */
export function answerOf(members: string): object {
  const answer: unknown = JSON.parse(`{${members}}`);
  return typeof answer === 'object' && answer !== null ? answer : {};
}

/** The fields of an answer: `saleId 17, receivedAt 2026-05-01T10:00:00.000Z`. */
export function answerText(members: string): string {
  return Object.entries(answerOf(members))
    .map(([name, value]) => `${name} ${printable(String(value))}`)
    .join(', ');
}

/** One line without a full stop. Texts of the ERP are made printable. */
export function stateText(state: WriteState): string {
  switch (state.kind) {
    case 'done':
      return answerText(state.answer);
    case 'free':
      return `none: free since ${state.since}`;
    case 'being written':
      return `none yet: the write is in progress, until ${state.until} at the latest`;
    case 'interrupted':
      return `none: interrupted at ${state.since}, the next request continues`;
    case 'begun':
      return `none: begun at ${state.since}, the next request continues`;
    case 'unknown': {
      const what = state.step === undefined ? 'has the document' : `executed "${printable(state.step)}"`;
      return `unknown whether the ERP ${what}: next lookup at ${state.lookAt}`;
    }
    case 'undoing':
      return `refused, undoing "${printable(state.step)}", next lookup at ${state.lookAt}: ${printable(state.reason)}`;
    case 'held':
      return `held, needs a decision: ${printable(state.reason)}`;
    case 'half done':
      return 'none: the write was stopped before its last step';
  }
}

/** The store that was searched. If it has no claims, probably another one is meant. */
export function storeText({ address, kept }: SearchedStore): string {
  return kept
    ? `The store is ${printable(address)}.`
    : `There is no store at ${printable(address)}, or no service has stored writes in it. Set the store of the service with \`--store\` or \`--config\`.`;
}

/** How to handle keys of sources without claims; empty if there are none. */
export function unclaimedText(sources: readonly string[]): string {
  if (sources.length === 0) return '';
  const which = sources.length === 1 ? `The source ${sources[0]} has` : `The sources ${sources.join(', ')} have`;
  return (
    `${which} no claims (\`claims: lock\`): a key is answered with the document that the ERP has under it, and there is no list of keys. ` +
    'Look the document up in the ERP. To write a key again, delete its document in the ERP, or change its reference there.'
  );
}

/** Messages of the databases about a table that does not exist. */
const noTable = /no such table|(?:relation|table) \S+ (?:does not|doesn't) exist|invalid object name/i;

/** Why claims cannot be read, and what to do. */
export function reasonOf({ kind, message, cure }: SourceError): string {
  if (kind === 'statement' && noTable.test(message))
    return 'there is no table of keys yet. It is created when the service starts for the first time.';
  const tableHint =
    'The table of keys is created when the service starts for the first time. If it exists, `engine check --connect` reports what it lacks.';
  const hint = kind === 'statement' ? tableHint : cure;
  return hint === undefined ? message : `${message}\n${hint}`;
}
