/** One step of a durable write: `sent` is on the disk before its first byte leaves, and what comes of it moves the claim. */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import { type Held, type MovePorts, move, settle } from './change-state.ts';
import type { DurableStep, Sent } from './durable-work.ts';
import { notProcessed, stored, storeFailed } from './problems.ts';

export interface SendPorts extends MovePorts {
  /** By the same clock as `clock`. */
  readonly deadline: number;
  /** Milliseconds. */
  clock(): number;
  sleep(ms: number): Promise<void>;
}

/** A claim in the hands of who took it. */
export interface Owning {
  readonly claim: Held;
  readonly owner: string;
  /** The results of the steps that are done, by name. */
  readonly done: Readonly<Record<string, unknown>>;
}

export type StepOutcome =
  | { readonly kind: 'done'; readonly claim: Held; readonly result: unknown }
  /** Proven: the claim may be given back. */
  | { readonly kind: 'not sent'; readonly claim: Held; readonly problem: ProblemError }
  /** Somebody else has the claim by now, or has settled it. */
  | { readonly kind: 'overtaken' }
  /** It may have been done. */
  | { readonly kind: 'in doubt'; readonly claim: Held; readonly detail: string };

type NotProcessed = Extract<Sent, { readonly kind: 'not processed' }>;

/** Times that a step is sent at most, when the ERP has not processed it. */
const attempts = 3;
/** Milliseconds before the second time; twice as long before each further one. */
const firstPause = 500;

/** Longest pause, in milliseconds: a caller is told soon that the ERP wants it back later. */
const longestPause = 2_000;

const slowStore: NotProcessed = {
  kind: 'not processed',
  detail: 'The store took so long that the lease would not have outlasted the step',
};

/** What the ERP, or the way to it, made of the step; `asked`: when the lease was asked for. */
async function sendOnce(step: DurableStep, ports: SendPorts, done: Owning['done'], askedAt: number): Promise<Sent> {
  if (ports.clock() + step.timeoutMs > askedAt + ports.timing.leaseMs) return slowStore;
  try {
    return await step.send(done);
  } catch (error) {
    return { kind: 'unknown', detail: explain(error) };
  }
}

/** Milliseconds until the step may be sent again; undefined where that is too late for this request. */
function pauseAfter(sent: NotProcessed, attempt: number, ports: SendPorts): number | undefined {
  if (sent.problem !== undefined) return undefined;
  const pause = Math.max((sent.retryAfterSeconds ?? 0) * 1000, firstPause * 2 ** (attempt - 1));
  return attempt < attempts && pause <= longestPause && ports.clock() + pause < ports.deadline ? pause : undefined;
}

/** The request may be corrected and come again, also where the store fails now: then as soon as the lease is over. */
async function refused(
  ports: SendPorts,
  { claim, owner }: Owning,
  sent: Extract<Sent, { readonly kind: 'refused' }>,
  steps: string,
): Promise<StepOutcome> {
  const problem = new ProblemError({ kind: 'invalid', message: sent.message, fields: sent.fields });
  try {
    if ((await settle(ports, claim, owner, { kind: 'refused', steps })) === undefined) return { kind: 'overtaken' };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { endpoint, naturalKey: key } = claim;
    ports.log({ level: 'warn', event: 'claim_not_released', endpoint, key, message: explain(error) });
  }
  throw problem;
}

/**
 * Sends a step that is not done, and again where it is proven that the ERP has not processed it. Rejects with `ProblemError` where the ERP
 * refuses it, or the store fails.
 */
export async function sendStep(step: DurableStep, ports: SendPorts, owning: Owning): Promise<StepOutcome> {
  const { owner, done } = owning;
  const begun = Object.keys(done).length > 0;
  const steps = JSON.stringify(done);
  if (step.timeoutMs >= ports.timing.leaseMs) throw new Error(`The lease does not outlast the step "${step.name}"`);
  let { claim } = owning;
  for (let attempt = 1; ; attempt += 1) {
    // By one's own clock, and from before the store was asked: it cannot have given the lease any earlier.
    const askedAt = ports.clock();
    let leased: Held | undefined;
    try {
      leased = await move(ports, claim, { kind: 'send', step: step.name, steps });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { kind: 'not sent', claim, problem: storeFailed(error, begun) };
    }
    if (leased === undefined) return { kind: 'overtaken' };
    claim = leased;
    const sent = await sendOnce(step, ports, done, askedAt);
    switch (sent.kind) {
      case 'done':
        return { kind: 'done', claim, result: sent.result };
      case 'refused':
        return refused(ports, { claim, owner, done }, sent, steps);
      case 'unknown':
        return { kind: 'in doubt', claim, detail: sent.detail };
      case 'not processed': {
        const free = await stored(settle(ports, claim, owner, { kind: 'not processed', steps }), begun);
        if (free === undefined) return { kind: 'overtaken' };
        claim = free;
        const pause = pauseAfter(sent, attempt, ports);
        if (pause === undefined) return { kind: 'not sent', claim, problem: notProcessed(sent) };
        await ports.sleep(pause);
      }
    }
  }
}
