/** Rule: nothing is left under `decide` when a profile serves requests. Tests may run with undecided endpoints. */
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { answerFields } from '../context/optional-fields.ts';
import type { Rule } from './rule.ts';

/** The open questions of an endpoint. */
export function questionsOf(decide: EndpointSpec['decide']): readonly string[] {
  if (decide === undefined) return [];
  return typeof decide === 'string' ? [decide] : Object.values(decide);
}

/** Reports MAP284 for an open question, unless `allowUndecided`, and MAP251 for a question about an unknown field. */
export const choicesDecided: Rule = (context) => {
  for (const { path, request, answer } of context.contract.endpoints) {
    const { decide } = context.profile.endpoints[path] ?? {};
    if (decide === undefined) continue;
    const at = ['endpoints', path, 'decide'];
    const fields = [...answerFields(answer).keys(), ...Object.keys(request)];
    const open = (place: readonly string[], message: string): void => {
      if (context.allowUndecided === true) return;
      const hint = 'Decide it, write the decision into the endpoint, and remove the question.';
      context.report('MAP284', { path: place, key: true, message: `To be decided: ${message}`, hint });
    };
    if (typeof decide === 'string') open(at, decide);
    else
      for (const [name, question] of Object.entries(decide)) {
        if (fields.includes(name)) open([...at, name], question);
        else
          context.report('MAP251', {
            path: [...at, name],
            key: true,
            message: `The contract has no field "${name}" here.`,
            ...suggestion(name, fields),
          });
      }
  }
};
