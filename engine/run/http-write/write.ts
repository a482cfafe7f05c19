/** Runs a write into an ERP over HTTP with the durable protocol. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { Members } from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';
import { type Runtime, withCall } from '../runtime/runtime.ts';
import { coalesceWrites } from '../write/coalesce-writes.ts';
import { durableWrite } from '../write/durable/durable-write.ts';
import { keyOf } from '../write/key.ts';
import { refuseUnknown } from '../write/required-records.ts';
import { checkedAnswer } from '../write/stored-answer.ts';
import { lockOf } from './document-lock.ts';
import type { DurableForm } from './lookup.ts';
import { createDurableWork } from './work.ts';

export interface DurableWriteWork extends DurableForm {
  readonly plan: EndpointPlan;
  /** Fields of the request whose id cannot exist in this ERP. */
  readonly unknownIds: readonly string[];
}

/**
 * The members of a write's answer. Writes with the same key create one document and get one answer, with any number
 * of replicas.
 */
export async function runDurableWrite(
  { unknownIds, ...form }: DurableWriteWork,
  runtime: Runtime,
  outer: RunContext,
): Promise<Members> {
  refuseUnknown(unknownIds);
  const { durable, inFlight } = runtime;
  if (durable === undefined) throw new Error('Writes over HTTP need a store for their claims');
  const { claims, clock, timing, lockState, installation } = durable;
  const { deadline } = outer.call;
  // A write runs to its end even if the caller disconnects.
  const context = withCall(runtime, outer, { deadline });
  const key = await keyOf(form.write, form.answer, installation, context);
  const lock = await lockOf(form.write.lock, installation, context);
  const work = createDurableWork({ ...form, key, lock, installation }, runtime, context);
  const { endpoint, log } = context;
  const joined = (): void => {
    const message = 'The same write is under way; waiting for its result.';
    log({ level: 'info', event: 'write_coalesced', endpoint, key: key.natural, message });
  };
  return coalesceWrites(inFlight, key.claim, { deadline, clock: runtime.now }, joined, async () => {
    const members = await durableWrite(work, {
      claims,
      timing,
      lockState,
      log,
      clock,
      deadline: clock() + deadline - runtime.now(),
      sleep: (ms) => sleep(ms),
      newOwner: () => randomUUID(),
    });
    return checkedAnswer(form, key.claim, members);
  });
}
