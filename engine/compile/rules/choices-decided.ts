/** Rule: nothing is left to be decided when a profile serves requests. Tests may run with undecided endpoints. */
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { coordinateAt } from '../context/contract-coordinate.ts';
import { openDecisions } from '../context/open-decisions.ts';
import { answerFields } from '../context/optional-fields.ts';
import type { Rule } from './rule.ts';

/** Reports MAP284 for an open decision, unless `allowUndecided`, and MAP251 for a question about an unknown field. */
export const choicesDecided: Rule = (context) => {
  for (const { path, request, answer } of context.contract.endpoints) {
    const spec = context.profile.endpoints[path];
    if (spec === undefined) continue;
    const fields = [...answerFields(answer).keys(), ...Object.keys(request)];
    for (const { path: below, range, field, question } of openDecisions(spec)) {
      const at = ['endpoints', path, ...below];
      const coordinate =
        range === undefined || field === undefined
          ? undefined
          : coordinateAt(context.contract, [...at.slice(0, -1), 'fields', field]);
      if (range === undefined && field !== undefined && !fields.includes(field))
        context.report('MAP251', {
          path: at,
          key: true,
          message: `The contract has no field "${field}" here.`,
          ...suggestion(field, fields),
        });
      else if (context.allowUndecided !== true)
        context.report('MAP284', {
          path: at,
          ...(range === undefined ? { key: true } : { range }),
          message: `To be decided: ${question}`,
          ...(coordinate === undefined ? {} : { coordinate }),
          hint:
            range === undefined
              ? 'Decide it, write the decision into the endpoint, and remove the question.'
              : 'Write the decision instead of the comment.',
        });
    }
  }
};
