/** Maps durable claims to rows of the store and back. */
import {
  type ClaimState,
  type DurableClaim,
  type NextState,
  type ReleasedAnswer,
  SourceError,
  type Undo,
} from '../../engine/index.ts';
import { type Row, releasedOf, type SqlValue } from '../../engine/internal/index.ts';
import type { ClaimColumn } from './claim-statements.ts';

const broken = (what: string): SourceError =>
  new SourceError('broken', `A durable claim in the store has ${what}: this program did not write it.`);

/** `reason` has what an undo needs besides its step. */
const undoValues = ({ step, refusal, attempt }: Undo): Readonly<Record<string, SqlValue>> => ({
  step,
  reason: JSON.stringify({ refusal, attempt }),
});

/** The columns that store a state. */
export function stateValues(state: NextState): Readonly<Record<string, SqlValue>> {
  switch (state.kind) {
    case 'absent':
      return { kind: 'absent' };
    case 'claimed':
      return { kind: 'claimed', dueInMs: state.leaseMs };
    case 'sent':
      return { kind: 'sent', step: state.step, dueInMs: state.leaseMs };
    case 'unknown':
      return { kind: 'unknown', step: state.step, dueInMs: state.lookInMs, empty: state.empty };
    case 'undoing':
      return { kind: state.kind, ...undoValues(state), dueInMs: state.leaseMs };
    case 'undo lost':
      return { kind: state.kind, ...undoValues(state), dueInMs: state.lookInMs, empty: state.empty };
    case 'held':
      return { kind: 'held', reason: JSON.stringify(state.reason) };
    case 'done':
      return { kind: 'done', result: state.result };
  }
}

function jsonText(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') throw broken('a JSON value that is not a text');
  return value;
}

/** The claim in a row whose columns have the names of the claim's fields. Throws `SourceError` (`broken`) for an invalid row. */
export function claimOf(row: Row): DurableClaim {
  const text = (name: ClaimColumn): string => {
    const value = row[name];
    if (typeof value !== 'string') throw broken(`no ${name}`);
    return value;
  };
  const number = (name: ClaimColumn): number => {
    const value = Number(row[name] ?? Number.NaN);
    if (!Number.isSafeInteger(value)) throw broken(`no ${name}`);
    return value;
  };
  const undo = (): Undo => {
    const stored: unknown = JSON.parse(text('reason'));
    const isUndo = typeof stored === 'object' && stored !== null && 'refusal' in stored && 'attempt' in stored;
    if (!isUndo || typeof stored.refusal !== 'string' || typeof stored.attempt !== 'number')
      throw broken('no reason of an undo');
    return { step: text('step'), refusal: stored.refusal, attempt: stored.attempt };
  };
  const state = (): ClaimState => {
    const kind = text('kind');
    switch (kind) {
      case 'absent':
        return { kind };
      case 'claimed':
        return { kind, leaseUntil: number('dueAt') };
      case 'sent':
        return { kind, step: text('step'), leaseUntil: number('dueAt') };
      case 'unknown':
        return { kind, step: text('step'), lookAt: number('dueAt'), empty: number('empty') };
      case 'undoing':
        return { kind, ...undo(), leaseUntil: number('dueAt') };
      case 'undo lost':
        return { kind, ...undo(), lookAt: number('dueAt'), empty: number('empty') };
      case 'held':
        return { kind, reason: jsonText(text('reason')) };
      case 'done':
        return { kind, result: text('result') };
      default:
        throw broken(`the state ${JSON.stringify(kind)}`);
    }
  };
  const released: readonly ReleasedAnswer[] = releasedOf(text('released'));
  return {
    id: text('id'),
    installation: text('installation'),
    endpoint: text('endpoint'),
    naturalKey: jsonText(text('naturalKey')),
    lookUp: text('lookUp'),
    payload: text('payload'),
    owner: text('owner'),
    state: state(),
    epoch: number('epoch'),
    revision: number('revision'),
    steps: text('steps'),
    released,
    createdAt: number('createdAt'),
    changedAt: number('changedAt'),
  };
}
