/** The view and its arguments, in the fragment of the address: `#/profile?file=acme.yaml&line=12`. */
import { useEffect, useState } from 'preact/hooks';

export const views = ['endpoints', 'profile', 'try', 'data', 'lineage'] as const;
export type ViewName = (typeof views)[number];

export interface Route {
  readonly view: ViewName;
  readonly given: URLSearchParams;
}

const isView = (name: string): name is ViewName => views.some((view) => view === name);

function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { view: isView(path) ? path : 'endpoints', given: new URLSearchParams(query) };
}

/** The address of a view. */
export function linkTo(view: ViewName, given: Readonly<Record<string, string | number | undefined>> = {}): string {
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(named).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

export function go(...to: Parameters<typeof linkTo>): void {
  location.hash = linkTo(...to);
}

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
