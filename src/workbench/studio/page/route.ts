/** The view and its arguments, in the fragment of the address: `#/profile?file=acme.yaml&line=12`. */
import { useEffect, useState } from 'preact/hooks';

export const views = ['endpoints', 'profile', 'try', 'data', 'lineage', 'proof', 'writes'] as const;
export type ViewName = (typeof views)[number];

export interface Route {
  readonly view: ViewName;
  readonly params: URLSearchParams;
}

const isView = (name: string): name is ViewName => views.some((view) => view === name);

/** What a view does once, when it is opened with it. */
const once: readonly string[] = ['line', 'column', 'begin'];

function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const view = isView(path) ? path : 'endpoints';
  const params = new URLSearchParams(query);
  last.set(view, Object.fromEntries([...params].filter(([name]) => !once.includes(name))));
  return { view, params };
}

/** The address of a view. */
export function linkTo(view: ViewName, given: Readonly<Record<string, string | number | undefined>> = {}): string {
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(named).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** Opens a view. To go again to where the page is already counts too: the cursor may have moved away. */
export function go(...to: Parameters<typeof linkTo>): void {
  const link = linkTo(...to);
  if (location.hash === link) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = link;
}

/** What a view was last opened with, without the place of the cursor: it stays where it is. */
const last = new Map<ViewName, Readonly<Record<string, string>>>();

/** The address of a view as it was left. */
export const linkBack = (view: ViewName): string => linkTo(view, last.get(view));

/** The route of the page; renders again when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const follow = (): void => setRoute(currentRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
