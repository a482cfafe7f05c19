/** A request with expressions in place of unknown values. */

import type { Secret } from '../../base/secret.ts';
import { interpolate } from '../../base/setting-values.ts';
import { pageVariables } from '../../compile/names/expression-names.ts';
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { RunContext } from '../../run/context/context.ts';
import { exchangeBindings, inputOf } from '../../run/http/request-input.ts';
import { shownRequests } from '../../sources/http/observed.ts';
import { SourceError } from '../../sources/source.ts';
import { renderRequest } from '../../template/request.ts';
import { UnfitValue } from '../../template/value.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { PreviewSent } from './step.ts';

/** The first request of an exchange; values of earlier answers stay as `{{ }}`. A note with the reason where a value does not fit. */
export async function previewRequest(
  plan: ExchangePlan,
  changes: boolean,
  context: RunContext,
  more: Bindings,
  secrets: readonly Secret[],
): Promise<PreviewSent> {
  const bindings = exchangeBindings(plan, context, more);
  try {
    const rendered = await renderRequest(plan.request, {
      input: inputOf(context.state, plan.overlap),
      bindings,
      settings: context.requestSettings,
      preview: {
        placeholder: ({ expression }) => `{{ ${expression.text.trim()} }}`,
        // The first page has no cursor. All other variables without a value are results of earlier steps, and rows.
        isUnknown: (name) => !Object.hasOwn(bindings, name) && !pageVariables.includes(name),
        inputUnknown: false,
      },
    });
    const shown = shownRequests(
      interpolate(plan.base, context.requestSettings),
      secrets,
    )({ ...rendered, effect: changes ? 'write' : 'read' });
    return { kind: 'request', request: shown, changes };
  } catch (error) {
    if (!(error instanceof UnfitValue || error instanceof SourceError)) throw error;
    return { kind: 'note', text: `nothing is sent: ${error.message}` };
  }
}
