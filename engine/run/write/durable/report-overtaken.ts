/** Reports that another process has continued a write while this one had sent a step and not recorded its outcome. */
import { SourceError } from '../../../sources/source.ts';
import type { ClaimPorts } from './change-state.ts';
import { stateSentences } from './claim-events.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork, LookupOutcome } from './durable-work.ts';
import type { OwnedClaim } from './owned-claim.ts';
import type { StepResults } from './undo-steps.ts';

/** Undefined if store or ERP do not answer. */
async function orUndefined<T>(reading: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return undefined;
  }
}

/** Whether the ERP has one document: it shows one, or the key is answered with the one of this process. */
function isOneDocument(work: DurableWork, done: StepResults, lookup: LookupOutcome | undefined, stored?: DurableClaim) {
  if (lookup?.kind === 'one') return true;
  return lookup?.kind !== 'several' && stored?.state.kind === 'done' && stored.state.result === work.answer(done);
}

/**
 * A warning if there is only one document. An error that names both if this process was paused for longer than its lease, so that the other
 * one has sent the step again. `done`: the results of the confirmed steps. `doubt`: the step whose outcome is unknown.
 */
export async function reportOvertaken(
  work: DurableWork,
  ports: ClaimPorts,
  { claim, owner, released }: OwnedClaim,
  done: StepResults,
  doubt?: string,
): Promise<void> {
  const { endpoint, naturalKey: key } = claim;
  const stored = (await orUndefined(ports.claims.read(claim.id)))?.claim;
  // Without another owner since, nothing was sent again.
  const isOwn = stored?.owner === owner && stored.epoch === claim.epoch;
  const lookup = isOwn ? undefined : await orUndefined(work.find?.(released));
  if (isOwn || isOneDocument(work, done, lookup, stored)) {
    const message = 'The outcome of a step was known after another process had changed the claim of its write.';
    ports.log({ level: 'warn', event: 'write_overtaken', endpoint, key, message });
    return;
  }
  const sent = `${JSON.stringify(done)}${doubt === undefined ? '' : `, and "${doubt}" with an unknown outcome`}`;
  const answer = stored?.state.kind === 'done' ? stored.state.result : stateSentences[stored?.state.kind ?? 'unknown'];
  const shown = lookup?.kind === 'several' ? ` The lookup shows ${lookup.detail}` : '';
  const message = `The ERP may have two documents with this key: this process had sent a step, was stopped for longer than its lease, and another process has written the document meanwhile. Sent by this process: ${sent}. The key has: ${answer}.${shown} Compare both in the ERP, and delete the one that the key does not answer.`;
  ports.log({ level: 'error', event: 'write_overtaken', endpoint, key, message });
}
