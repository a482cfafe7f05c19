/** The pages at the side, by the tables of docs/README.md and docs/howto/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = new URL('../../', import.meta.url);
const read = (file) => readFileSync(new URL(file, root), 'utf8');

/** `file`: relative to the repository. Its title is its first heading. */
const pageItem = (file) => ({
  text: /^# (.*)$/m.exec(read(file))[1].replaceAll('`', ''),
  link: `/${file.replace(/\.md$/, '')}`,
});

/** The tables of an index, with the pages that their first column links. */
function groupsOf(index) {
  const tables = read(index)
    .split(/\n\n(?=\| )/)
    .slice(1);
  return tables.map((table) => {
    const [head, , ...rows] = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|')[1]);
    const links = rows.flatMap((cell) => [...cell.matchAll(/\]\(([^)]+\.md)\)/g)]);
    const text = head.replace(/\(.*/, '').trim();
    return {
      text: text[0].toUpperCase() + text.slice(1),
      items: links.map(([, link]) => pageItem(posix.join(posix.dirname(index), link))),
    };
  });
}

const tutorial = readdirSync(new URL('docs/tutorial', root))
  .sort()
  .map((name) => pageItem(`docs/tutorial/${name}`));
const howTo = groupsOf('docs/howto/README.md').map((group) => ({ ...group, collapsed: true }));
const isIndex = ({ link }) => link === '/docs/howto/README' || link.startsWith('/docs/tutorial/');

/** The tutorial and the how-to pages are groups; an index names only the first of their pages. */
export const sidebar = [
  { text: 'Tutorial', items: tutorial },
  { text: 'How to', items: howTo, collapsed: true },
  ...groupsOf('docs/README.md').map(({ text, items }) => ({
    ...{ text, collapsed: text !== 'To learn' },
    items: items.filter((item) => !isIndex(item)),
  })),
];
