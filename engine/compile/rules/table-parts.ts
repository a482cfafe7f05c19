/** Rule: the part "*" is a table pattern that says where the name goes. */
import type { Rule } from './rule.ts';

/** Reports MAP213: a text, or a table without `*`. */
export const tableParts: Rule = (context) => {
  const part = context.profile.parts?.['*'];
  if (part === undefined) return;
  if (typeof part === 'string' || !part.table.includes('*')) {
    const message = 'The part "*" applies to every {name} that has no part, so its table pattern must contain *.';
    context.report('MAP213', { path: ['parts', '*'], message, hint: 'Write "*": { table: "${prefix}*" }.' });
  }
};
