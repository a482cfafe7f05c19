/** Rule: SQL in `parts` can be parsed, whether a statement uses it or not. */
import { parseTemplate } from '../../sources/sql/text/template.ts';
import { checkTemplates } from '../sql/sql-text-checks.ts';
import { reportTemplateFaults } from '../sql/template-faults.ts';
import type { Rule } from './rule.ts';

/** Reports SQL410 for `${x}` and `{{ x }}` in SQL, and the faults of SQL templates, such as MAP211 for an unknown part. */
export const partTexts: Rule = (context) => {
  const written = Object.values(context.profile.sources).flatMap(({ sql }) => (sql === undefined ? [] : [sql]));
  const kinds = [...new Set(written)];
  for (const [name, part] of Object.entries(context.profile.parts ?? {})) {
    // A variant may be empty.
    if (typeof part !== 'string' || part === '') continue;
    checkTemplates(context, ['parts', name], part);
    const [first = [], ...others] = kinds.map(({ dialect }) => parseTemplate(part, dialect.lexicon, name).faults);
    // With several kinds of databases, a part may be written for one of them: report only what is wrong in all.
    const everywhere = first.filter((fault) =>
      others.every((faults) => faults.some(({ kind }) => kind === fault.kind)),
    );
    reportTemplateFaults(context, ['parts', name], part, everywhere);
  }
};
