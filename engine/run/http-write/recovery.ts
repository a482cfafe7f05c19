/** Background lookups, and undos, for writes whose requests have ended. */

import type { EngineEvent } from '../../base/events.ts';
import { parseBody } from '../../base/exact-number.ts';
import type { Plan } from '../../plan/plan.ts';
import { isRow } from '../../shape/encode.ts';
import type { RequestValue, RequestValues } from '../../shape/request.ts';
import { SourceError } from '../../sources/source.ts';
import { type RunContext, withState } from '../context/context.ts';
import { explain } from '../context/problem-of.ts';
import { requestValues } from '../request/request-values.ts';
import { contextOf, type Runtime } from '../runtime/runtime.ts';
import type { Recoveries } from '../write/durable/completion.ts';
import type { Recovery } from '../write/durable/durable-work.ts';
import { lookUpDocument } from './lookup.ts';
import { durableUndo, type UndoState } from './undo.ts';
import { documentKey, minLookupMs, type StoredLookup } from './work.ts';

function isRequestValue(value: unknown): value is RequestValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Parses the lookup values of a claim. Throws `SourceError` if they have another form. */
function parseStoredLookup(text: string): StoredLookup & { readonly request: RequestValues } {
  const parsed = parseBody(text);
  const storedLookup = parsed.ok ? parsed.body : undefined;
  if (
    !isRow(storedLookup) ||
    typeof storedLookup.natural !== 'string' ||
    typeof storedLookup.text !== 'string' ||
    !isRow(storedLookup.request)
  )
    throw new SourceError('broken', 'The stored lookup of a claim has an unknown form');
  const fields = Object.entries(storedLookup.request).flatMap(([name, value]) =>
    isRequestValue(value) ? [[name, value] as const] : [],
  );
  return { natural: storedLookup.natural, text: storedLookup.text, request: Object.fromEntries(fields) };
}

/** Fails for now, so that the claim waits: only an ERP without a lookup needs a decision by an operator. */
const unavailable = (reason: string): Recovery => ({
  find: () => Promise.reject(new SourceError('unreachable', reason)),
  steps: [],
});

/** The lookups and undos of a plan. They reject with `SourceError`. */
export function recoveriesOf(plan: Plan, runtime: Runtime, log: (event: EngineEvent) => void): Recoveries {
  return ({ endpoint, lookUp, released }) => {
    const endpointPlan = plan.get(endpoint);
    if (endpointPlan === undefined || endpointPlan.work.kind !== 'write' || endpointPlan.work.write.kind !== 'durable')
      return unavailable(`The profile does not write to ${endpoint} by HTTP now`);
    const { encode, zone, write } = endpointPlan.work;
    const { answer } = endpointPlan.endpoint;
    if (answer.kind !== 'write') return unavailable(`${endpoint} is no write`);
    const form = { answer, encode, zone, write };
    const keyedContext = (): RunContext => {
      const storedLookup = parseStoredLookup(lookUp);
      const { values } = requestValues(endpointPlan, storedLookup.request);
      const call = { deadline: runtime.now() + minLookupMs };
      const context = contextOf({ plan: endpointPlan, runtime, request: storedLookup.request, values, call, log });
      return withState(context, { key: documentKey(form, storedLookup, released) });
    };
    let document: UndoState['document'];
    return {
      find:
        write.find &&
        (async () => {
          try {
            const result = await lookUpDocument(form, released, keyedContext());
            document = result.document;
            return result.outcome;
          } catch (error) {
            // Such as a document that breaks the contract, or an unreachable ERP: as a `SourceError` it does not stop the
            // other lookups.
            throw error instanceof SourceError ? error : new SourceError('broken', explain(error), { cause: error });
          }
        }),
      steps: write.steps.map((step) => ({
        name: step.name,
        undo: durableUndo(step, runtime, () => ({ context: keyedContext(), document })),
      })),
    };
  };
}
