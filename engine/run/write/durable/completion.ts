/**
 * Completes writes with an unknown outcome in the background, even if their callers never return. It looks up, and
 * sends nothing but the undo of a refused document. Any number of replicas may run it at the same time.
 */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import { advanceClaim, proveEarly } from './advance-claim.ts';
import { changeState } from './change-state.ts';
import { stateSentences } from './claim-events.ts';
import type { ClaimState, DurableClaim } from './claims.ts';
import type { Recovery } from './durable-work.ts';
import { dueOf, mayBeProven, type UnchangedClaims } from './unchanged-claims.ts';
import type { UndoPorts } from './undo-steps.ts';

/** The lookup and the undos of a claim, from what is stored in it. */
export type Recoveries = (claim: Pick<DurableClaim, 'endpoint' | 'lookUp' | 'released'>) => Recovery;

export interface CompletionPorts extends UndoPorts {
  readonly installation: string;
  /** The same object for all passes. */
  readonly unchangedClaims: UnchangedClaims;
  /** True when no further claim is to be processed. */
  readonly stopping?: () => boolean;
}

/** Number of claims of a pass by their new state; `waiting`: not due yet, or their lookup failed. */
export type Completion = Readonly<Record<ClaimState['kind'] | 'waiting', number>>;

/** Maximum number of claims of one pass, and of concurrent lookups. */
const passSize = 100;
const concurrency = 4;

/** Runs one pass over the unfinished claims. Rejects with `SourceError` if the store fails. */
export async function completeDue(recoveries: Recoveries, ports: CompletionPorts): Promise<Completion> {
  const { claims, now } = await ports.claims.due(ports.installation, passSize);
  ports.unchangedClaims.retain(new Set(claims.map(({ id }) => id)));
  const counts = {
    absent: 0,
    claimed: 0,
    sent: 0,
    unknown: 0,
    undoing: 0,
    'undo lost': 0,
    held: 0,
    done: 0,
    waiting: 0,
  };
  // After a failed lookup, no further claims of that endpoint are looked up in this pass.
  const failing = new Set<string>();
  const queue = claims.values();
  const work = async (): Promise<void> => {
    for (const claim of queue) {
      if (ports.stopping?.()) return;
      const result = await complete(claim, now, recoveries, ports, failing);
      counts[result] += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return counts;
}

async function complete(
  claim: DurableClaim,
  now: number,
  recoveries: Recoveries,
  ports: CompletionPorts,
  failing: Set<string>,
): Promise<keyof Completion> {
  const { endpoint, naturalKey: key } = claim;
  const unchangedMs = ports.unchangedClaims.observe(claim);
  // The store gives no claims that are held, except those that it cannot read.
  if (claim.state.kind === 'held') {
    const message = `${stateSentences.held} ${claim.state.reason}`;
    if (unchangedMs === 0) ports.log({ level: 'error', event: 'write_held', endpoint, key, message });
    return 'waiting';
  }
  // Its process ended while it stored `sent`.
  if (claim.state.kind === 'claimed')
    return (await changeState(ports, claim, { kind: 'abandoned' }))?.state.kind ?? 'waiting';
  const due = dueOf(claim, now, unchangedMs, ports.timing);
  if (failing.has(endpoint) || (due === undefined && !mayBeProven(claim, unchangedMs, ports.timing))) return 'waiting';
  try {
    const recovery = recoveries(claim);
    const changed =
      due === undefined ? await proveEarly(claim, recovery, ports) : await advanceClaim(claim, due, recovery, ports);
    if (changed === undefined) return 'waiting';
    ports.unchangedClaims.observe(changed);
    const { kind } = changed.state;
    // The state `held` was logged when it was set.
    if (kind !== 'held')
      ports.log({ level: 'info', event: 'write_looked_up', endpoint, key, state: kind, message: stateSentences[kind] });
    return kind;
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof ProblemError)) throw error;
    failing.add(endpoint);
    ports.log({ level: 'warn', event: 'lookup_failed', endpoint, key, message: explain(error) });
    // Postpone it: a claim whose lookup always fails must not stay before all others.
    if (due !== undefined) await changeState(ports, claim, { kind: 'not looked' });
    return 'waiting';
  }
}
