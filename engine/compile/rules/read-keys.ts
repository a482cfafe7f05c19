/** Rule: `search`, `page` and `since` are on the read that provides the rows of a list, and nowhere else. */
import type { Path } from '../../base/place.ts';
import { verbs } from '../../profile/schema/http.ts';
import type { Rule, RuleContext } from './rule.ts';

const listKeys = ['search', 'page', 'since'] as const;

/** Reports keys that are only allowed where a list is answered. */
function check(
  context: RuleContext,
  path: Path,
  spec: object | undefined,
  what: string,
  keys: readonly string[] = listKeys,
): void {
  // An HTTP request may have `page` anywhere: the ERP may page every answer.
  const isRequest = spec !== undefined && verbs.some((verb) => Object.hasOwn(spec, verb));
  const misplacedKeys = keys.filter((name) => spec !== undefined && Object.hasOwn(spec, name));
  for (const key of misplacedKeys.filter((name) => !(isRequest && name === 'page'))) {
    const message = `\`${key}\` is not allowed on ${what}.`;
    context.report('MAP113', { path: [...path, key], key: true, message, hint: 'Remove it.' });
  }
}

type Joined = { readonly [key in 'attach' | 'each']?: Readonly<Record<string, object>> | undefined };

function checkAttached(context: RuleContext, path: Path, spec: Joined): void {
  for (const key of ['attach', 'each'] as const) {
    for (const [name, item] of Object.entries(spec[key] ?? {}))
      check(context, [...path, key, name], item, key === 'attach' ? 'an attached read' : 'a request for each row');
  }
}

/** Reports MAP113: a key that does not apply to this read. */
export const readKeys: Rule = (context) => {
  for (const [endpoint, spec] of Object.entries(context.profile.endpoints)) {
    const path: Path = ['endpoints', endpoint];
    checkAttached(context, path, spec);
    for (const kind of ['first', 'union'] as const) {
      for (const [index, item] of (spec[kind] ?? []).entries()) {
        checkAttached(context, [...path, kind, index], item);
        check(context, [...path, kind, index], item, 'one of several reads', ['page']);
      }
    }
    const find = typeof spec.find === 'object' ? spec.find : undefined;
    check(context, [...path, 'find'], find, 'the lookup of a document');
    const entries = spec.statement?.entries;
    const alone = entries?.query === undefined ? [] : ['first', 'union'];
    check(context, [...path, 'statement', 'entries'], entries, 'the entries of a statement', [
      ...listKeys,
      'order',
      ...alone,
    ]);
    for (const name of ['currency', 'opening', 'balance'] as const) {
      const read = spec.statement?.[name];
      if (typeof read === 'object') check(context, [...path, 'statement', name], read, 'a read of one value');
    }
    for (const [index, step] of (spec.prepare ?? []).entries()) {
      for (const [name, read] of Object.entries(step)) {
        const at = [...path, 'prepare', index, name];
        check(context, at, read, 'a read of `prepare`');
        checkAttached(context, at, read);
      }
    }
  }
};
