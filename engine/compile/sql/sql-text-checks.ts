/** Checks of a SQL text: text templates, and lists outside of IN. */
import type { Path } from '../../base/place.ts';
import { type Lexicon, tokenize } from '../../sources/sql/text/tokens.ts';
import type { ProfileContext } from '../context/profile-context.ts';

/** Reports `${x}` and `{{ x }}`: values never become part of the SQL text. True when there is none. */
export function checkTemplates(context: ProfileContext, path: Path, sql: string): boolean {
  const placeholders = [...sql.matchAll(/\$\{\s*([\w.]*)\s*\}|\{\{(.*?)\}\}/gs)];
  for (const match of placeholders) {
    const setting = match[1];
    const isDeclared = setting !== undefined && Object.hasOwn(context.profile.settings ?? {}, setting);
    context.report('SQL410', {
      path,
      range: { offset: match.index, length: match[0].length },
      message: `${match[0]} is a text template, but SQL takes values by name only.`,
      hint: `Write ${isDeclared ? `:settings.${setting}` : ':name'} for a value, without quotes around it. For a table whose name differs between installations, declare a part.`,
    });
  }
  return placeholders.length === 0;
}

/** Reports `:rows.x`, which is a list, where a single value is needed. */
export function checkLists(context: ProfileContext, path: Path, sql: string, lexicon: Lexicon): void {
  for (const token of tokenize(sql, lexicon)) {
    if (token.kind !== 'value' || !token.name.startsWith('rows.')) continue;
    const before = sql.slice(0, token.start).trimEnd();
    const isListed = /[([,]$/.test(before) && !/[=<>]\s*\($/.test(before);
    if (isListed) continue;
    const range = { offset: token.start, length: token.end - token.start };
    const message = `:${token.name} is a list: the values of all rows.`;
    context.report('MAP235', { path, range, message, hint: `Write column IN (:${token.name}).` });
  }
}
