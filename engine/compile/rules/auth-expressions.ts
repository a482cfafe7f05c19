/** Rule: expressions over the reply to a login can be parsed, and use only the variables that exist there. */
import { isHttp } from '../../profile/schema/index.ts';
import { authConfig } from '../http/auth.ts';
import type { Rule } from './rule.ts';

/** Reports the codes of expressions, such as EXP302 for an unknown variable. */
export const authExpressions: Rule = (context) => {
  // Only the expressions are of interest, which do not depend on the values.
  const withoutValues = { ...context, settings: new Map([...context.settings.keys()].map((name) => [name, ''])) };
  for (const [source, spec] of Object.entries(context.profile.sources)) {
    if (!isHttp(spec) || spec.auth === undefined) continue;
    authConfig(withoutValues, ['sources', source, 'auth'], spec.auth, { source, installation: '' });
  }
};
