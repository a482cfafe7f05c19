/** A page of the site. It works from a folder without a server, and loads nothing from outside. */
import { relativeTo } from './files.ts';
import { escapeHtml } from './highlight.ts';
import type { RenderedPage } from './markdown.ts';
import { type NavigationGroup, navigationHtml } from './navigation.ts';

/** The headings of the page, for wide screens. */
function outline({ headings }: RenderedPage): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ level, id, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}

/** The previous and the next page of the same group. */
function neighbours(groups: readonly NavigationGroup[], page: string): string {
  const items = groups.find((group) => group.items.some((item) => item.page === page))?.items ?? [];
  const at = items.findIndex((item) => item.page === page);
  const link = (item: (typeof items)[number] | undefined, kind: 'prev' | 'next'): string =>
    item === undefined
      ? ''
      : `<a rel="${kind}" class="${kind}" href="${relativeTo(page, item.page)}">${escapeHtml(item.title)}</a>`;
  return `<footer class="neighbours">${link(items[at - 1], 'prev')}${link(items[at + 1], 'next')}</footer>`;
}

/** `page`: its path, relative to the site's folder. */
export function pageHtml(page: string, rendered: RenderedPage, groups: readonly NavigationGroup[]): string {
  const asset = (name: string): string => relativeTo(page, `assets/${name}`);
  const home = relativeTo(page, 'index.html');
  const base = home.slice(0, -'index.html'.length);
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(rendered.title)}${page === 'index.html' ? '' : ' · ERP engine'}</title>
<link rel="icon" href="${asset('icon.svg')}">
<link rel="stylesheet" href="${asset('site.css')}">
<script src="${asset('site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button class="menu" type="button" aria-label="Pages" aria-expanded="false">☰</button>
<a class="brand" href="${home}">ERP engine</a>
<button class="search" type="button"><span>Search</span><kbd>/</kbd></button>
<button class="theme" type="button" aria-label="Light or dark">◐</button>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
${navigationHtml(groups, page)}
</nav>
<main id="content">
${rendered.html}
${neighbours(groups, page)}
</main>
${outline(rendered)}
</div>
<dialog class="results" aria-label="Search">
<input type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<ol></ol>
</dialog>
</body>
</html>
`;
}
