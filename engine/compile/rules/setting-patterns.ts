/** Rule: the patterns of settings are searched in linear time. */
import { checkPattern } from '../expressions/patterns.ts';
import type { Rule } from './rule.ts';

export const settingPatterns: Rule = (context) => {
  for (const [name, { pattern }] of Object.entries(context.profile.settings ?? {})) {
    if (pattern !== undefined) checkPattern(context, { path: ['settings', name, 'pattern'] }, pattern, 'u');
  }
};
