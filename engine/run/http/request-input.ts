/** The values that a request template can use: the fields of the contract's request, with ids in the ERP's form. */
import { formatInstant, parseInstant } from '../../base/instant.ts';
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { RunState } from '../../plan/run-state.ts';
import { searchTerms } from '../../sources/sql/text/search.ts';
import type { Bindings } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { localTimes } from '../context/local-times.ts';
import { withOverlap } from '../marks/since.ts';

/** The request with composite ids as maps of their parts, and with `modifiedSince` moved back by the overlap. */
export function inputOf({ request, values }: RunState, overlap: number): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = { ...request, ...values };
  for (const [name, value] of Object.entries(values)) {
    const [field = '', part] = name.split('.');
    if (part === undefined) continue;
    const partsSoFar = input[field];
    input[field] = { ...(typeof partsSoFar === 'object' ? partsSoFar : {}), [part]: value };
    delete input[name];
  }
  const instant = typeof request.modifiedSince === 'string' ? parseInstant(request.modifiedSince) : undefined;
  if (instant !== undefined) input.modifiedSince = formatInstant(withOverlap(instant, overlap));
  return input;
}

/** The variables of a request: those of every expression, with the clock of the requested ERP. */
export function exchangeBindings({ zone }: Pick<ExchangePlan, 'zone'>, context: RunContext, more: Bindings): Bindings {
  const { now } = context.state;
  return { ...bindingsOf(context), ...localTimes(now, zone), ...more };
}

/** The words of a search text. */
export function wordsOf(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  const { words, rest } = searchTerms(text, 'words');
  return [...words, ...rest];
}
