/** The navigation of the site: the tables of docs/README.md, the tutorial and the how-to pages. */
import { pageOf, relativeTo } from './files.ts';
import { escapeHtml } from './highlight.ts';

export interface NavigationItem {
  readonly title: string;
  /** The page, relative to the site's folder. */
  readonly page: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly items: readonly NavigationItem[];
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `titles`: of the pages by their document. */
export function navigationOf(index: string, titles: ReadonlyMap<string, string>): readonly NavigationGroup[] {
  const titleOf = (document: string): string => titles.get(document) ?? document;
  const item = (document: string): NavigationItem => ({ title: titleOf(document), page: pageOf(document) });
  const groups: { title: string; items: NavigationItem[] }[] = [];
  for (const line of index.split('\n')) {
    const [, title] = /^\| to (.*?) \| *\|$/.exec(line) ?? [];
    if (title !== undefined) groups.push({ title: capital(title), items: [] });
    const [, links = ''] = /^\| (.*?) \| .* \|$/.exec(line) ?? [];
    for (const [, path = ''] of links.matchAll(/\[[^\]]+\]\(([^)#]+\.md)\)/g)) {
      const document = path.startsWith('../') ? path.slice(3) : `docs/${path}`;
      groups.at(-1)?.items.push(item(document));
    }
  }
  const isTutorial = (page: string): boolean => page.startsWith('docs/tutorial/');
  const below = (folder: string): readonly string[] =>
    [...titles.keys()].filter((document) => document.startsWith(`${folder}/`) && !document.endsWith('README.md'));
  const start = {
    title: 'Start',
    items: [
      { title: 'Overview', page: 'index.html' },
      { title: 'All pages', page: 'docs/index.html' },
    ],
  };
  const tutorial = {
    title: 'Tutorial',
    items: below('docs/tutorial').map((document) => ({
      ...item(document),
      title: titleOf(document).replace(
        /^Tutorial, page (\d) of \d: (.)/,
        (_all, page: string, first: string) => `${page}. ${first.toUpperCase()}`,
      ),
    })),
  };
  const tasks = { title: 'How to', items: below('docs/howto').map(item) };
  const profiles = {
    title: 'Shipped profiles',
    items: [...titles.keys()].filter((document) => document.startsWith('profiles/')).map(item),
  };
  const others = groups.map(({ title, items }) => ({ title, items: items.filter(({ page }) => !isTutorial(page)) }));
  return [start, tutorial, ...others.filter(({ items }) => items.length > 0), tasks, profiles];
}

/** The navigation as HTML, as seen from a page. The group of the page is open. */
export function navigationHtml(groups: readonly NavigationGroup[], page: string): string {
  return groups
    .map(({ title, items }) => {
      const isOpen = items.some((item) => item.page === page);
      const links = items.map((item) => {
        const current = item.page === page ? ' aria-current="page"' : '';
        return `<li><a href="${relativeTo(page, item.page)}"${current}>${escapeHtml(item.title)}</a></li>`;
      });
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
    })
    .join('\n');
}
