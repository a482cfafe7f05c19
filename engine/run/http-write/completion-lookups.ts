/** Look-ups in the background, of writes whose requests are gone. */

import type { EngineEvent } from '../../base/events.ts';
import type { Plan } from '../../plan/plan.ts';
import { isRow } from '../../shape/encode.ts';
import type { RequestValue, RequestValues } from '../../shape/request.ts';
import { SourceError } from '../../sources/source.ts';
import { withState } from '../context/context.ts';
import { explain } from '../context/problem-of.ts';
import { contextOf, type Runtime, valuesOf } from '../runtime/runtime.ts';
import type { Finder, Finders } from '../write/durable/completion.ts';
import { lookUp } from './lookup.ts';
import { type KeptLookUp, keyText, lookUpMs } from './work.ts';

function isRequestValue(value: unknown): value is RequestValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** What a claim keeps, as it was written. */
function parseLookUp(text: string): KeptLookUp & { readonly request: RequestValues } {
  const storedLookUp: unknown = JSON.parse(text);
  if (
    !isRow(storedLookUp) ||
    typeof storedLookUp.natural !== 'string' ||
    typeof storedLookUp.text !== 'string' ||
    !isRow(storedLookUp.request)
  )
    throw new SourceError('broken', 'A claim keeps a look-up of another form');
  const fields = Object.entries(storedLookUp.request).flatMap(([name, value]) =>
    isRequestValue(value) ? [[name, value] as const] : [],
  );
  return { natural: storedLookUp.natural, text: storedLookUp.text, request: Object.fromEntries(fields) };
}

/** Nobody can look now: the claim waits, since only where the ERP has no way to is it for a person. */
const later =
  (reason: string): Finder =>
  () =>
    Promise.reject(new SourceError('unreachable', reason));

/** The look-ups of a plan. They reject with `SourceError`. */
export function findersOf(plan: Plan, runtime: Runtime, log: (event: EngineEvent) => void): Finders {
  return (endpoint) => {
    const found = plan.get(endpoint);
    if (found === undefined || found.work.kind !== 'write' || found.work.write.kind !== 'durable')
      return later(`The profile does not write to ${endpoint} by HTTP now`);
    const { encode, zone, write } = found.work;
    const { answer } = found.endpoint;
    if (answer.kind !== 'write') return later(`${endpoint} is no write`);
    if (write.find === undefined) return undefined;
    const form = { answer, encode, zone, write };
    return async (text, released) => {
      const storedLookUp = parseLookUp(text);
      const { values } = valuesOf(found, storedLookUp.request);
      const call = { deadline: runtime.now() + lookUpMs };
      const context = contextOf({ plan: found, runtime, request: storedLookUp.request, values, call, log });
      try {
        const key = keyText(form, storedLookUp, released);
        return (await lookUp(form, released, withState(context, { key }))).found;
      } catch (error) {
        // A document that breaks the contract, an ERP that is not reached yet: others are not to wait for it.
        throw error instanceof SourceError ? error : new SourceError('broken', explain(error), { cause: error });
      }
    };
  };
}
