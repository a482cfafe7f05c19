/** The work of a write over HTTP for the durable protocol: its lookup, its preparation, and its steps. */

import { formatInstant } from '../../base/instant.ts';
import { instantOfLocal } from '../../base/local-time.ts';
import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { HttpStep } from '../../plan/write.ts';
import { isRow, textOf, type WorkRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import { type RunContext, withState } from '../context/context.ts';
import { explain, problemOf } from '../context/problem-of.ts';
import { type Runtime, withCall } from '../runtime/runtime.ts';
import { logDifferences } from '../write/amounts.ts';
import { encodeDocument } from '../write/document.ts';
import type { DocumentLock, DurableStep, DurableWork, SendResult } from '../write/durable/durable-work.ts';
import { spareText, type WriteKey } from '../write/key.ts';
import { refuseUnknown, unknownRecords } from '../write/required-records.ts';
import { prepare } from '../write/sql-steps.ts';
import { type DurableForm, lookUpDocument } from './lookup.ts';
import { sendHttpStep } from './step.ts';
import { durableUndo, stepResults } from './undo.ts';

/**
 * Minimum time of a lookup, in milliseconds: a short deadline of the caller must not leave a written document
 * unconfirmed.
 */
export const minLookupMs = 10_000;

interface DurableRequest extends DurableForm {
  readonly plan: EndpointPlan;
  readonly installation: string;
  readonly key: WriteKey;
  readonly lock: DocumentLock | undefined;
}

/** The part of a request that is stored for background lookups. */
export interface StoredLookup {
  readonly natural: string;
  readonly text: string;
  /** The request fields of the key. */
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * `$key` of the document. If the ERP itself accepts each key once, a released key would lead to the released
 * document, so that a spare key is used.
 */
export function documentKey(
  { write }: DurableForm,
  key: Pick<WriteKey, 'natural' | 'text'>,
  { length }: readonly ReleasedAnswer[],
): string {
  const isKeyed = write.steps.some(({ effect }) => effect === 'keyed write');
  return length > 0 && isKeyed ? spareText(key, length, write) : key.text;
}

function storedLookup({ write, key }: DurableRequest, { state }: RunContext): StoredLookup {
  const fields = Object.entries(state.request).filter(([name]) => write.keyFields.includes(name));
  return { natural: key.natural, text: key.text, request: Object.fromEntries(fields) };
}

/** What is known of a document while it is written. */
interface Progress {
  context: RunContext;
  /** From the last lookup. */
  document: WorkRow | undefined;
  released: readonly ReleasedAnswer[];
}

/**
 * A step's result for the answer: its local times as instants. The answer is read by the clock of the lookup's
 * source, which may differ from the clock of the step's source.
 */
function withInstants(result: WorkRow, { exchange }: HttpStep, { fields }: DurableForm['answer']): WorkRow {
  const converted: Record<string, unknown> = { ...result };
  for (const [name, { type }] of Object.entries(fields)) {
    const text = type === 'instant' ? textOf(result[name]) : undefined;
    const instant = text === undefined ? undefined : instantOfLocal(text, exchange.zone);
    // A text that is no time is rejected when the answer is encoded.
    if (instant !== undefined) converted[name] = formatInstant(instant);
  }
  return converted;
}

/** Looks the document up for a step that needs it. Returns a failure, or undefined if the lookup succeeded. */
async function refreshDocument(
  request: DurableRequest,
  progress: Progress,
  context: RunContext,
): Promise<SendResult | undefined> {
  try {
    progress.document = (await lookUpDocument(request, progress.released, context)).document;
    return undefined;
  } catch (error) {
    const problem = new ProblemError(problemOf(error, false), error);
    return { kind: 'not processed', detail: explain(error), problem };
  }
}

function durableStep(step: HttpStep, request: DurableRequest, runtime: Runtime, progress: Progress): DurableStep {
  const { name, timeoutMs, usesFound } = step;
  return {
    name,
    timeoutMs,
    undo: durableUndo(step, runtime, () => progress),
    async send(done, beforeFirstByte) {
      const { context } = progress;
      const stepContext = withCall(runtime, context, { deadline: runtime.now() + timeoutMs, beforeFirstByte });
      const failed = usesFound ? await refreshDocument(request, progress, stepContext) : undefined;
      if (failed !== undefined) return failed;
      const { document } = progress;
      const documentStep = document === undefined ? {} : { found: document };
      const steps = { ...context.state.steps, ...stepResults(done, document), ...documentStep };
      const sent = await sendHttpStep(step, withState(stepContext, { steps }));
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

interface HttpWork extends DurableWork {
  /** The context of the steps, with the results of `prepare`. */
  readonly stepContext: () => RunContext;
}

/** The work of one request. `outer`: its context, without cancellation. */
export function createDurableWork(request: DurableRequest, runtime: Runtime, outer: RunContext): HttpWork {
  const { plan, write, key, lock, installation } = request;
  const progress: Progress = { context: withState(outer, { key: key.text }), document: undefined, released: [] };
  const keyed = (released: readonly ReleasedAnswer[]): RunContext =>
    withState(outer, { key: documentKey(request, key, released) });

  return {
    claim: {
      id: key.claim,
      installation,
      endpoint: outer.endpoint,
      naturalKey: key.natural,
      lookUp: JSON.stringify(storedLookup(request, outer)),
      payload: key.payload,
    },
    lock,
    stepContext: () => progress.context,
    find:
      write.find &&
      (async (released) => {
        const deadline = Math.max(outer.call.deadline, runtime.now() + minLookupMs);
        const { outcome: lookupOutcome, document } = await lookUpDocument(
          request,
          released,
          withCall(runtime, keyed(released), { deadline }),
        );
        progress.document = document;
        outer.log({
          level: 'debug',
          event: 'write_lookup_done',
          endpoint: outer.endpoint,
          key: key.natural,
          found: lookupOutcome.kind,
          message: `The lookup found ${lookupOutcome.kind}.`,
        });
        return lookupOutcome;
      }),
    async prepare(released) {
      const context = keyed(released);
      progress.released = released;
      refuseUnknown(await unknownRecords(plan, context));
      if (write.amounts !== undefined) logDifferences(write.amounts, context);
      progress.context = await prepare(write.prepare, context);
    },
    steps: write.steps.map((step) => durableStep(step, request, runtime, progress)),
    answer(done) {
      const rows = write.steps.map((step): WorkRow => {
        const result = done[step.name];
        if (isRow(result)) return withInstants(result, step, request.answer);
        return (Object.hasOwn(done, step.name) ? progress.document : undefined) ?? {};
      });
      const encoded = encodeDocument(request, Object.assign({}, ...rows), outer);
      return encoded.ok ? encoded.json.slice(1, -1) : undefined;
    },
  };
}
