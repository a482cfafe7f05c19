/** The index of the search: one entry for each section of each page. */
import MiniSearch from 'minisearch';
import type { RenderedPage } from './markdown.ts';
import { searchOptions } from './search-options.ts';

/** Characters of a section that are shown below its title. */
const mostShown = 160;

/** A script that defines the index: a page that is opened from a folder cannot fetch JSON. `pages`: by their path. */
export function searchScript(pages: ReadonlyMap<string, RenderedPage>): string {
  const index = new MiniSearch(searchOptions);
  for (const [page, { title, headings }] of pages)
    for (const { id, title: heading, text, level } of headings) {
      const begin = text.replaceAll(/\s+/g, ' ').trim().slice(0, mostShown);
      index.add({ id: level === 1 ? page : `${page}#${id}`, page: title, heading, text, begin });
    }
  return `window.searchIndex = ${JSON.stringify(index)};\n`;
}
