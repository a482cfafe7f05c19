/** Rule: `absent` names fields of the answer, and only fields that an answer may lack. */
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { answerFields, substituteText } from '../context/optional-fields.ts';
import type { Rule } from './rule.ts';

/** Reports MAP251 for a name that is no field of the answer, and MAP283 for a field that each answer must have. */
export const absentFields: Rule = (context) => {
  for (const { path, answer } of context.contract.endpoints) {
    const fields = answerFields(answer);
    for (const name of Object.keys(context.profile.endpoints[path]?.absent ?? {})) {
      const at = { path: ['endpoints', path, 'absent', name], key: true };
      const field = fields.get(name);
      if (field === undefined) {
        const message = `The contract has no field "${name}" here.`;
        context.report('MAP251', { ...at, message, ...suggestion(name, [...fields.keys()]) });
      } else if (substituteText(field) === undefined) {
        const message = `The contract requires the field "${name}" in every answer, so it cannot be absent.`;
        const hint = 'Provide it. If this ERP cannot, declare the whole endpoint `unavailable` with the reason.';
        context.report('MAP283', { ...at, message, hint });
      }
    }
  }
};
