/** A write over HTTP as the durable protocol wants it: its look-up, what is read before, and its steps. */

import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { HttpStep } from '../../plan/write.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import { type RunContext, withState } from '../context/context.ts';
import { explain, problemOf } from '../context/problem-of.ts';
import { type Runtime, withCall } from '../runtime/runtime.ts';
import { logDifferences } from '../write/amounts.ts';
import { encodeDocument } from '../write/document.ts';
import type { DurableStep, DurableWork, Sent } from '../write/durable/durable-work.ts';
import { spareText, type WriteKey } from '../write/key.ts';
import { checkExisting } from '../write/required-records.ts';
import { prepare } from '../write/sql-steps.ts';
import { type DurableForm, lookUp } from './lookup.ts';
import { sendHttpStep } from './step.ts';

/** Least time that a look-up has, in milliseconds: what was written is not to stay in doubt because its caller was in haste. */
export const lookUpMs = 10_000;

export interface DurableRequest extends DurableForm {
  readonly plan: EndpointPlan;
  readonly installation: string;
  readonly key: WriteKey;
}

/** What of a request is kept for look-ups that are made without it. */
export interface KeptLookUp {
  readonly natural: string;
  readonly text: string;
  /** Fields of the key. */
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * `$key` of the document. Where the ERP itself takes each key once, a released one would lead to the document that it was released from.
 */
export function keyText(
  { write }: DurableForm,
  key: Pick<WriteKey, 'natural' | 'text'>,
  { length }: readonly ReleasedAnswer[],
): string {
  const isKeyed = write.steps.some(({ effect }) => effect === 'keyed write');
  return length > 0 && isKeyed ? spareText(key, length, write) : key.text;
}

function keptLookUp({ write, key }: DurableRequest, { state }: RunContext): KeptLookUp {
  const fields = Object.entries(state.request).filter(([name]) => write.keyFields.includes(name));
  return { natural: key.natural, text: key.text, request: Object.fromEntries(fields) };
}

/** What is known of a document while it is written. */
interface Progress {
  context: RunContext;
  /** As the last look-up has shown it. */
  document: WorkRow | undefined;
  released: readonly ReleasedAnswer[];
}

/** Results of the steps that are done. What a look-up alone has shown is given by the document. */
function resultsOf(done: Readonly<Record<string, unknown>>, document: WorkRow | undefined) {
  return Object.fromEntries(Object.entries(done).map(([name, result]) => [name, result ?? document ?? {}]));
}

/** Why a step that needs the document was not sent; undefined where it is known now. */
async function lookAgain(request: DurableRequest, progress: Progress, context: RunContext): Promise<Sent | undefined> {
  try {
    progress.document = (await lookUp(request, progress.released, context)).document;
    return undefined;
  } catch (error) {
    const problem = new ProblemError(problemOf(error, false), error);
    return { kind: 'not processed', detail: explain(error), problem };
  }
}

function stepOf(step: HttpStep, request: DurableRequest, runtime: Runtime, progress: Progress): DurableStep {
  const { name, timeoutMs, usesFound } = step;
  return {
    name,
    timeoutMs,
    async send(done) {
      const { context } = progress;
      const patient = withCall(runtime, context, { deadline: runtime.now() + timeoutMs });
      const failed = usesFound ? await lookAgain(request, progress, patient) : undefined;
      if (failed !== undefined) return failed;
      const { document } = progress;
      const found = document === undefined ? {} : { found: document };
      const steps = { ...context.state.steps, ...resultsOf(done, document), ...found };
      const sent = await sendHttpStep(step, withState(patient, { steps }));
      context.log({
        level: 'debug',
        event: 'write_step_sent',
        endpoint: context.endpoint,
        step: name,
        outcome: sent.kind,
        message: 'detail' in sent ? sent.detail : `The step ended: ${sent.kind}.`,
      });
      return sent;
    },
  };
}

/** The work of one request. `outer`: its context, with a call that nobody calls off. */
export function workOf(request: DurableRequest, runtime: Runtime, outer: RunContext): DurableWork {
  const { plan, write, key, installation } = request;
  const progress: Progress = { context: withState(outer, { key: key.text }), document: undefined, released: [] };
  const keyed = (released: readonly ReleasedAnswer[]): RunContext =>
    withState(outer, { key: keyText(request, key, released) });

  return {
    claim: {
      id: key.claim,
      installation,
      endpoint: outer.endpoint,
      naturalKey: key.natural,
      lookUp: JSON.stringify(keptLookUp(request, outer)),
      payload: key.payload,
    },
    find:
      write.find &&
      (async (released) => {
        const deadline = Math.max(outer.call.deadline, runtime.now() + lookUpMs);
        const { found, document } = await lookUp(request, released, withCall(runtime, keyed(released), { deadline }));
        progress.document = document;
        outer.log({
          level: 'debug',
          event: 'write_lookup_done',
          endpoint: outer.endpoint,
          key: key.natural,
          found: found.kind,
          message: `The look-up found ${found.kind}.`,
        });
        return found;
      }),
    async prepare(released) {
      const context = keyed(released);
      progress.released = released;
      await checkExisting(plan, context);
      if (write.amounts !== undefined) logDifferences(write.amounts, context);
      progress.context = await prepare(write.prepare, context);
    },
    steps: write.steps.map((step) => stepOf(step, request, runtime, progress)),
    answer(done) {
      const rows = Object.values(resultsOf(done, progress.document)).filter(isRow);
      const encoded = encodeDocument(request, Object.assign({}, ...rows), outer);
      return encoded.ok ? encoded.json.slice(1, -1) : undefined;
    },
  };
}
