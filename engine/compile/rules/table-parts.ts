import type { Rule } from './rule.ts';

/** The pattern under "*" says where the name in the braces goes. */
export const tableParts: Rule = (context) => {
  const part = context.profile.parts?.['*'];
  if (part === undefined) return;
  if (typeof part === 'string' || !part.table.includes('*')) {
    const message =
      'The part "*" stands for every {name} without a part of its own, so it needs a table pattern with * in it.';
    context.report('MAP213', { path: ['parts', '*'], message, hint: 'Write "*": { table: "${prefix}*" }.' });
  }
};
