/** Shows the requests of the steps that a rehearsal does not reach, because the answers to earlier steps are unknown. */
import { ProblemError } from '../../base/problem.ts';
import type { HttpStep } from '../../plan/write.ts';
import { renderRequest } from '../../template/request.ts';
import { dependsOnUnknown, type Preview } from '../../template/text.ts';
import { UnfitValue } from '../../template/value.ts';
import { type RunContext, withState } from '../context/context.ts';
import { traceUnsent } from '../http/exchange.ts';
import { judgeOf } from '../http/judge-answer.ts';
import { exchangeBindings, inputOf } from '../http/request-input.ts';
import { itemsOf } from './step.ts';

/** Gives the rehearsal source one request, which it reports and does not send. */
async function showRequest({ exchange, effect }: HttpStep, context: RunContext, preview: Preview): Promise<void> {
  const bindings = exchangeBindings(exchange, context, {});
  try {
    const input = inputOf(context.state, exchange.overlap);
    const settings = context.requestSettings;
    const request = await renderRequest(exchange.request, { input, bindings, settings, preview });
    await context.send(exchange.source, { ...request, effect }, judgeOf(exchange, bindings));
  } catch (error) {
    if (error instanceof UnfitValue) traceUnsent(exchange, context, error);
    // The rehearsal source rejects every request that would change the ERP.
    else if (!(error instanceof ProblemError)) throw error;
  }
}

/**
 * Reports the requests of the steps to the rehearsal source, with expressions such as `{{ $order.id }}` in place of
 * values that only the answer to an earlier step would give. `unsent`: the name of the step that was not sent.
 */
export async function showLaterSteps(steps: readonly HttpStep[], unsent: string, context: RunContext): Promise<void> {
  const unknown = new Set([unsent, 'found']);
  for (const step of steps) {
    const { each, name } = step;
    const preview: Preview = {
      placeholder: ({ expression }) => `{{ ${expression.text.trim()} }}`,
      isUnknown: (variable) => unknown.has(variable),
      inputUnknown: false,
    };
    if (each !== undefined && dependsOnUnknown(each.items, preview)) unknown.add(each.variable);
    const isUnknownList = each !== undefined && unknown.has(each.variable);
    for (const item of isUnknownList ? [{}] : await itemsOf(step, context)) {
      const steps = { ...context.state.steps, ...item };
      await showRequest(step, withState(context, { steps }), preview);
    }
    unknown.add(name);
  }
}
