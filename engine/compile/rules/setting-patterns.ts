/** Rule: the patterns of settings are searched in linear time. */
import { checkPattern } from '../expressions/patterns.ts';
import type { Rule } from './rule.ts';

/** Reports EXP310: an error for a pattern that is not searched, a warning for one that may need too many steps. */
export const settingPatterns: Rule = (context) => {
  for (const [name, { pattern }] of Object.entries(context.profile.settings ?? {})) {
    if (pattern !== undefined) checkPattern(context, { path: ['settings', name, 'pattern'] }, pattern, 'u');
  }
};
