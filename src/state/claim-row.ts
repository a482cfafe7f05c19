/** Maps durable claims to rows of the store and back. */
import {
  type ClaimState,
  type DurableClaim,
  type NextState,
  type ReleasedAnswer,
  SourceError,
  type Undo,
} from '../../engine/index.ts';
import { isMembers, type Row, releasedOf, type SqlValue } from '../../engine/internal/index.ts';
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

function parsed(name: ClaimColumn, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken(`no JSON in ${name}`);
  }
}

/** A text that is stored as JSON; as it is if it is no JSON, since it is only for people. */
function shownText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** The largest time of a Date, in milliseconds since the epoch. */
const latestTime = 8.64e15;

/**
 * The claim in a row whose columns have the names of the claim's fields. A damaged row gives a claim in the state `held`: an operator has to
 * decide about this document, and all others are unaffected.
 */
export function claimOf(row: Row): DurableClaim {
  try {
    return readClaim(row);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return damagedClaim(row, error.message);
  }
}

function damagedClaim(row: Row, reason: string): DurableClaim {
  const text = (name: ClaimColumn): string => (typeof row[name] === 'string' ? row[name] : '');
  const number = (name: ClaimColumn): number => {
    const value = Number(row[name] ?? 0);
    return Number.isSafeInteger(value) && Math.abs(value) <= latestTime ? value : 0;
  };
  return {
    id: text('id'),
    installation: text('installation'),
    endpoint: text('endpoint'),
    naturalKey: shownText(text('naturalKey')),
    lookUp: '{}',
    payload: text('payload'),
    owner: text('owner'),
    state: { kind: 'held', reason },
    epoch: number('epoch'),
    revision: number('revision'),
    steps: '{}',
    released: [],
    createdAt: number('createdAt'),
    changedAt: number('changedAt'),
  };
}

/** Throws `SourceError` (`broken`) for an invalid row. */
function readClaim(row: Row): DurableClaim {
  const text = (name: ClaimColumn): string => {
    const value = row[name];
    if (typeof value !== 'string') throw broken(`no ${name}`);
    return value;
  };
  const number = (name: ClaimColumn): number => {
    const value = Number(row[name] ?? Number.NaN);
    if (!Number.isSafeInteger(value) || Math.abs(value) > latestTime) throw broken(`no ${name}`);
    return value;
  };
  const undo = (): Undo => {
    const stored = parsed('reason', text('reason'));
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
        return { kind, reason: shownText(text('reason')) };
      case 'done':
        if (!isMembers(text('result'))) throw broken('no JSON in its answer');
        return { kind, result: text('result') };
      default:
        throw broken(`the state ${JSON.stringify(kind)}`);
    }
  };
  const object = (name: ClaimColumn): string => {
    const value = parsed(name, text(name));
    if (typeof value !== 'object' || value === null) throw broken(`no JSON object in ${name}`);
    return text(name);
  };
  const released: readonly ReleasedAnswer[] | undefined = releasedOf(text('released'));
  if (released?.every(({ result }) => isMembers(result)) !== true) throw broken('no released answers');
  return {
    id: text('id'),
    installation: text('installation'),
    endpoint: text('endpoint'),
    naturalKey: shownText(text('naturalKey')),
    lookUp: object('lookUp'),
    payload: text('payload'),
    owner: text('owner'),
    state: state(),
    epoch: number('epoch'),
    revision: number('revision'),
    steps: object('steps'),
    released,
    createdAt: number('createdAt'),
    changedAt: number('changedAt'),
  };
}
