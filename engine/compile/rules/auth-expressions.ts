/** Rule: expressions over the reply to a login can be parsed, and use only the variables that exist there. */
import { isHttp } from '../../profile/schema/index.ts';
import { authConfig } from '../http/auth.ts';
import type { Rule } from './rule.ts';

/** Reports the codes of expressions, such as EXP302 for an unknown variable. */
export const authExpressions: Rule = (context) => {
  for (const [source, spec] of Object.entries(context.profile.sources)) {
    if (!isHttp(spec) || spec.auth === undefined) continue;
    authConfig(context, ['sources', source, 'auth'], spec.auth, { source, installation: '' });
  }
};
