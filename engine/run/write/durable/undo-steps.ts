/**
 * Undoes the steps of a document that the ERP has confirmed, last one first, because it has refused a later step. The
 * state `undoing` is stored before each request; an undo counts only when a lookup no longer shows its step. Any
 * process can continue it, because the claim has everything that it needs.
 */
import { withoutEnd } from '../../../base/without-end.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import { type ClaimPorts, type ClaimSnapshot, changeState } from './change-state.ts';
import type { ClaimEvent } from './claim-events.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableUndo, LookupOutcome, RecoveredStep, Recovery, SendResult } from './durable-work.ts';
import { firstByteCheck } from './first-byte-check.ts';

export interface UndoPorts extends ClaimPorts {
  /** Milliseconds, from a clock that does not jump. */
  clock(): number;
}

export type StepResults = Readonly<Record<string, unknown>>;

/** A step that can be undone: the ERP has confirmed it to this service. */
interface UndoableStep {
  readonly name: string;
  readonly undo: DurableUndo;
  /** The results of the steps before it, which remain when it is undone. */
  readonly before: StepResults;
}

/** The step to undo next: the last one with an undo. A step that only a lookup has shown may be another user's. */
export function stepToUndo(steps: readonly RecoveredStep[], done: StepResults): UndoableStep | undefined {
  const index = steps.findLastIndex(({ name, undo }) => undo !== undefined && (done[name] ?? null) !== null);
  const step = steps[index];
  if (step?.undo === undefined) return undefined;
  const earlier = steps.slice(0, index).map(({ name }) => name);
  const before = Object.fromEntries(Object.entries(done).filter(([name]) => earlier.includes(name)));
  return { name: step.name, undo: step.undo, before };
}

/** Whether the document no longer shows a step. Not for `several`. */
export const isGone = (lookup: LookupOutcome, step: string): boolean =>
  lookup.kind === 'none' || (lookup.kind === 'one' && !lookup.done.includes(step));

interface UndoInput {
  readonly claim: ClaimSnapshot;
  readonly released: DurableClaim['released'];
  readonly done: StepResults;
  readonly step: UndoableStep;
  readonly refusal: string;
  readonly attempt: number;
}

/** Stores the state `undoing`. Undefined if another process has changed the claim. */
type StoreUndo = (ports: ClaimPorts, claim: ClaimSnapshot, event: ClaimEvent) => Promise<ClaimSnapshot | undefined>;

/** Sends the undo of one step. `askedAt`: when the lease of the claim was requested. */
async function sendUndo(
  { step: { undo }, claim, done }: UndoInput,
  ports: UndoPorts,
  askedAt: number,
): Promise<SendResult> {
  const endsAt = ports.clock() + undo.timeoutMs;
  if (endsAt > askedAt + ports.timing.leaseMs)
    return { kind: 'unknown', detail: 'The store took so long that the lease would not have outlasted the undo' };
  try {
    return await undo.send(done, firstByteCheck(ports, claim, endsAt));
  } catch (error) {
    return { kind: 'unknown', detail: explain(error) };
  }
}

/** The event after the ERP has confirmed an undo. */
async function confirmedEvent(
  { find }: Recovery,
  { released, step: { name, before } }: UndoInput,
): Promise<ClaimEvent> {
  let lookup: LookupOutcome | undefined;
  try {
    lookup = await find?.(released);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'undo in doubt', detail: `the lookup failed: ${explain(error)}` };
  }
  if (lookup?.kind === 'several') return { kind: 'several', reason: lookup.detail };
  return lookup !== undefined && isGone(lookup, name)
    ? { kind: 'undone', steps: JSON.stringify(before) }
    : { kind: 'undo in doubt', detail: 'the ERP confirmed it, and still shows the document' };
}

/** Sends the undo of one step and interprets its answer. */
async function eventOf(recovery: Recovery, ports: UndoPorts, input: UndoInput, askedAt: number): Promise<ClaimEvent> {
  const { step, refusal } = input;
  const sent = await sendUndo(input, ports, askedAt);
  const failed = (detail: string): ClaimEvent => ({
    kind: 'undo failed',
    reason: failedReason(step.name, refusal, detail),
  });
  switch (sent.kind) {
    case 'done':
      return confirmedEvent(recovery, input);
    case 'refused':
      return failed(sent.message);
    case 'not processed':
      // A request that cannot succeed later either, such as a missing right.
      if (sent.problem !== undefined) return failed(sent.detail);
      return { kind: 'undo in doubt', detail: sent.detail };
    case 'unknown':
      return { kind: 'undo in doubt', detail: sent.detail };
  }
}

/** The reason for an operator, when the undo of a step has failed. */
export function failedReason(step: string, refusal: string, detail: string): string {
  return `The ERP refused a later step (${withoutStop(refusal)}), and "${step}" could not be undone: ${withoutStop(detail)}. Remove it in the ERP, then resolve with --not-written.`;
}

const withoutStop = (text: string): string => withoutEnd(text, '.');

/**
 * Undoes a step, and the ones before it that have an undo. Returns the claim afterwards: `absent` if all is undone,
 * otherwise `undo lost` or `held`; undefined if another process has changed it. `store`: stores the first state.
 * Rejects with `SourceError` if the store fails.
 */
export async function undoSteps(
  recovery: Recovery,
  ports: UndoPorts,
  first: UndoInput,
  store: StoreUndo = changeState,
): Promise<ClaimSnapshot | undefined> {
  for (let [input, set] = [first, store]; ; set = changeState) {
    const { step, done, refusal, attempt } = input;
    // Before the store is called: the lease cannot have started earlier.
    const askedAt = ports.clock();
    const steps = JSON.stringify(done);
    const claim = await set(ports, input.claim, { kind: 'undo', step: step.name, steps, refusal, attempt });
    if (claim === undefined) return undefined;
    const event = await eventOf(recovery, ports, { ...input, claim }, askedAt);
    if (event.kind === 'undo in doubt') {
      const message = `What became of the undo of the step "${step.name}" is not known: ${event.detail}`;
      ports.log({ level: 'warn', event: 'write_in_doubt', endpoint: claim.endpoint, key: claim.naturalKey, message });
    }
    const next = event.kind === 'undone' ? stepToUndo(recovery.steps, step.before) : undefined;
    if (next === undefined) return changeState(ports, claim, event);
    input = { ...input, claim, done: step.before, step: next, attempt: 1 };
  }
}
