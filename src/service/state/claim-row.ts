/** Maps durable claims to rows of the store and back. */

import { isMembers, type Row, releasedOf, type SqlValue } from '../../../engine/host/index.ts';
import {
  type ClaimState,
  type DurableClaim,
  type NextState,
  type ReleasedAnswer,
  SourceError,
  type Undo,
} from '../../../engine/index.ts';
import type { ChangeMark, ChangeMarks } from './change-mark.ts';
import type { ClaimColumn } from './claim-statements.ts';

const broken = (what: string): SourceError =>
  new SourceError('broken', `A durable claim in the store has ${what}: this program did not write it.`);

/** The columns that store a state, without the details. */
function columnsOf(state: NextState): Readonly<Record<string, SqlValue>> {
  switch (state.kind) {
    case 'absent':
    case 'held':
      return { kind: state.kind };
    case 'claimed':
      return { kind: 'claimed', dueInMs: state.leaseMs };
    case 'sent':
    case 'undoing':
      return { kind: state.kind, step: state.step, dueInMs: state.leaseMs };
    case 'unknown':
    case 'undo lost':
      return { kind: state.kind, step: state.step, dueInMs: state.lookInMs, empty: state.empty };
    case 'done':
      return { kind: 'done', result: state.result };
  }
}

/** What is stored of a state in the details of the claim. */
function detailsOf(state: NextState): object {
  switch (state.kind) {
    case 'undoing':
    case 'undo lost':
      return { refusal: state.refusal, attempt: state.attempt };
    case 'held':
      return { reason: state.reason };
    case 'absent':
    case 'claimed':
    case 'sent':
    case 'unknown':
    case 'done':
      return {};
  }
}

/** The columns that store a state and the mark of the change to it. */
export function stateValues(state: NextState, mark: ChangeMark): Readonly<Record<string, SqlValue>> {
  return { ...columnsOf(state), details: detailsText(state, mark) };
}

/** The column with the details of a state and the mark. */
export const detailsText = (state: NextState, mark: ChangeMark): string =>
  JSON.stringify({ ...detailsOf(state), mark });

function parsed(name: ClaimColumn, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken(`no JSON in ${name}`);
  }
}

/** The details of a claim; as an object, whatever they are. Older versions stored the reason of a held claim alone. */
function detailsIn({ details }: Row): Readonly<Record<string, unknown>> {
  if (typeof details !== 'string') return {};
  const value: unknown = parsedOr(details, details);
  return typeof value === 'object' && value !== null ? { ...value } : { reason: String(value) };
}

function markIn({ mark }: Readonly<Record<string, unknown>>): ChangeMark | undefined {
  if (typeof mark !== 'object' || mark === null || !('life' in mark && 'boot' in mark && 'at' in mark))
    return undefined;
  const { life, boot, at } = mark;
  const isOpen = 'isOpen' in mark && mark.isOpen === true;
  return typeof life === 'string' && typeof boot === 'string' && typeof at === 'number'
    ? { life, boot, at, isOpen }
    : undefined;
}

function parsedOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

/** A text that is stored as JSON; as it is if it is no JSON, since it is only for people. */
function shownText(text: string): string {
  const value = parsedOr(text, text);
  return typeof value === 'string' ? value : text;
}

/** The largest time of a Date, in milliseconds since the epoch. */
const latestTime = 8.64e15;

/**
 * The claim in a row whose columns have the names of the claim's fields. A damaged row gives a claim in the state `held`: an operator has to
 * decide about this document, and all others are unaffected.
 */
export function claimOf(row: Row, marks: Omit<ChangeMarks, 'make'>): DurableClaim {
  try {
    return readClaim(row, marks);
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
    unchangedMs: 0,
    isAbandoned: false,
  };
}

/** Throws `SourceError` (`broken`) for an invalid row. */
function readClaim(row: Row, marks: Omit<ChangeMarks, 'make'>): DurableClaim {
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
  const details = detailsIn(row);
  const undo = (): Undo => {
    const { refusal, attempt } = details;
    if (typeof refusal !== 'string' || typeof attempt !== 'number') throw broken('no reason of an undo');
    return { step: text('step'), refusal, attempt };
  };
  const state = (): ClaimState => {
    const kind = text('kind');
    switch (kind) {
      case 'absent':
        return { kind };
      case 'claimed':
        return { kind, leaseUntil: number('dueAt') };
      case 'sent':
        if (marks.isUnused(markIn(details))) return { kind: 'claimed', leaseUntil: number('dueAt') };
        return { kind, step: text('step'), leaseUntil: number('dueAt') };
      case 'unknown':
        return { kind, step: text('step'), lookAt: number('dueAt'), empty: number('empty') };
      case 'undoing':
        return { kind, ...undo(), leaseUntil: number('dueAt') };
      case 'undo lost':
        return { kind, ...undo(), lookAt: number('dueAt'), empty: number('empty') };
      case 'held':
        if (typeof details.reason !== 'string') throw broken('no reason');
        return { kind, reason: details.reason };
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
    ...marks.read(markIn(details)),
  };
}
