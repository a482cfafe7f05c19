/** The files of the site: which pages it has, and where each one is. */
import { globSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Documents that become pages, relative to the project's folder. */
export const documentsOf = (root: string): readonly string[] =>
  globSync(
    [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/**/*.md',
      'profiles/*/README.md',
      'examples/*/README.md',
    ],
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Files that are copied as they are: pictures, and the index for language models. */
export const copiedOf = (root: string): readonly string[] =>
  globSync(['docs/**/*.{png,svg}', 'llms.txt'], { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** `docs/README.md` is `docs/index.html`, `docs/language.md` is `docs/language.html`. */
export const pageOf = (document: string): string =>
  document.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

/** The address of a file as seen from a page. Both are relative to the site's folder. */
export const relativeTo = (page: string, file: string): string =>
  posix.relative(posix.dirname(page), file) || posix.basename(file);

/** The file that a link of a document names, relative to the project's folder. */
export const targetOf = (document: string, link: string): string =>
  posix.normalize(posix.join(posix.dirname(document), link)).replace(/\/$/, '');

export const outputFile = (site: string, path: string): { readonly file: string; readonly folder: string } => {
  const file = join(site, path);
  return { file, folder: dirname(file) };
};
