/** The keys `search`, `order`, `page` and `since` of a read: which ones apply to a branch, and where they are in the profile. */
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import { sinceEntries } from '../../profile/schema/since.ts';
import type { ReadTarget } from '../names/read-target.ts';

/** The keys of a read that name columns of its rows. */
export type QueryKeys = Pick<BranchSpec, 'search' | 'order' | 'page' | 'since'>;

/** Keys at a path of the profile. */
export interface PlacedKeys {
  readonly path: Path;
  readonly keys: QueryKeys;
}

/** The keys of a branch; each one that it lacks comes from the read around it. */
export function withOuterKeys(inner: QueryKeys, outer: QueryKeys): QueryKeys {
  return {
    search: inner.search ?? outer.search,
    order: inner.order ?? outer.order,
    page: inner.page ?? outer.page,
    since: inner.since ?? outer.since,
  };
}

/** Reports a search for a field that is no text of the request, and `since` where requests have no `modifiedSince`. */
export function checkSearch(reporter: Reporter, path: Path, keys: QueryKeys, target: ReadTarget): void {
  const { request } = target.scope;
  if (keys.search !== undefined && ownMember(request, keys.search.text)?.type !== 'text') {
    const texts = Object.keys(request).filter((name) => request[name]?.type === 'text');
    reporter.report('MAP264', {
      path: [...path, 'search', 'text'],
      message: `The request has no text field "${keys.search.text}".`,
      ...suggestion(keys.search.text, texts),
    });
  }
  if (keys.since !== undefined && request.modifiedSince === undefined) {
    reporter.report('MAP262', {
      path: [...path, 'since'],
      key: true,
      message: 'Requests to this endpoint have no `modifiedSince`.',
      hint: 'Remove `since`.',
    });
  }
}

/** The path at which an entry of `since` names a column: `by` itself, or one of its two columns. */
function sinceAt(path: Path, since: QueryKeys['since'], column: string): Path | undefined {
  for (const { entry, path: inner } of sinceEntries(since)) {
    const at: Path = [...path, 'since', ...inner, 'by'];
    if (entry.by === column) return at;
    const index = Array.isArray(entry.by) ? entry.by.indexOf(column) : -1;
    if (index >= 0) return [...at, index];
  }
  return undefined;
}

/** The path at which one of the keys names a column; undefined where none does. */
export function namedIn({ path, keys }: PlacedKeys, by: string, column: string): Path | undefined {
  const isNamed = (name: string): boolean => name.replace(/^-/, '') === column || column.startsWith(`${name}.`);
  const item = (key: Path, names: readonly string[] | undefined): Path | undefined => {
    const index = names?.findIndex(isNamed) ?? -1;
    return index < 0 ? undefined : [...path, ...key, index];
  };
  switch (by) {
    case 'search':
      return item(['search', 'in'], keys.search?.in);
    case 'since':
      return sinceAt(path, keys.since, column);
    default:
      return item(['page', 'key'], keys.page?.key) ?? item(['order'], keys.order);
  }
}
