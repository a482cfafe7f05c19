import { isHttp } from '../../profile/schema/index.ts';
import { authConfig } from '../http/auth.ts';
import type { Rule } from './rule.ts';

/** Expressions over the reply to a login can be read, and name what there is. */
export const authExpressions: Rule = (context) => {
  for (const [source, spec] of Object.entries(context.profile.sources)) {
    if (!isHttp(spec) || spec.auth === undefined) continue;
    authConfig(context, ['sources', source, 'auth'], spec.auth, { source, installation: '' });
  }
};
