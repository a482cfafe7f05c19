/** Builds the documentation as a site of static files: it works from any web server, and from a folder. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { copiedOf, documentsOf, outputFile, pageOf } from './files.ts';
import type { LinkInput } from './links.ts';
import { type RenderedPage, renderPage } from './markdown.ts';
import { navigationOf } from './navigation.ts';
import { pageHtml } from './page.ts';
import { searchScript } from './search-index.ts';

function write(site: string, path: string, text: string): void {
  const { file, folder } = outputFile(site, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
}

/** The script of the pages, with the search. */
async function clientScript(root: string): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'src/build/site/client/main.ts'),
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return output[0].code;
}

/** The first heading, without marks. */
const titleOf = (text: string): string | undefined => /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '');

/** `root`: the project's folder. `site`: the folder to write, which is emptied first. Throws for a link that leads nowhere. Returns the pages. */
export async function buildSite(root: string, site: string): Promise<readonly string[]> {
  const documents = documentsOf(root);
  const copied = copiedOf(root);
  const read = (document: string): string => readFileSync(join(root, document), 'utf8');
  const titles = new Map(documents.map((document) => [document, titleOf(read(document)) ?? document]));
  const input: LinkInput = { root, documents: titles, copied: new Set(copied) };
  const rendered = documents.map((document): readonly [string, RenderedPage] => [
    document,
    renderPage(input, document, read(document)),
  ]);
  const groups = navigationOf(read('docs/README.md'), titles);
  rmSync(site, { recursive: true, force: true });
  for (const [document, page] of rendered) write(site, pageOf(document), pageHtml(pageOf(document), page, groups));
  for (const path of copied) cpSync(join(root, path), join(site, path));
  // The texts themselves, for llms.txt.
  for (const document of documents) write(site, document, read(document));
  for (const name of ['site.css', 'icon.svg'])
    write(site, `assets/${name}`, readFileSync(join(root, 'src/build/site', name), 'utf8'));
  write(site, 'assets/site.js', await clientScript(root));
  write(
    site,
    'assets/search-index.js',
    searchScript(new Map(rendered.map(([document, page]) => [pageOf(document), page]))),
  );
  return documents.map(pageOf);
}
