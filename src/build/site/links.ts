/** Links of documents as links of the site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, relativeTo, targetOf } from './files.ts';

export interface Link {
  /** The address on the page; undefined for a file of the project that the site does not have. */
  readonly href: string | undefined;
  /** The title of the page that it leads to; undefined if that is no page of the site. */
  readonly title?: string | undefined;
}

export interface LinkInput {
  /** The project's folder. */
  readonly root: string;
  /** Titles of the documents by their path. */
  readonly documents: ReadonlyMap<string, string>;
  /** Paths of copied files. */
  readonly copied: ReadonlySet<string>;
}

/** The link of a document in the site. Throws if its target does not exist in the project. */
export function linkOf({ root, documents, copied }: LinkInput, document: string, link: string): Link {
  if (/^[a-z][a-z\d+.-]*:/i.test(link) || link.startsWith('#')) return { href: link };
  const [path = '', anchor] = link.split('#');
  const target = targetOf(document, path);
  const index = `${target === '.' ? '' : `${target}/`}README.md`;
  const found = documents.has(target) ? target : documents.has(index) ? index : undefined;
  const page = pageOf(document);
  if (found !== undefined) {
    const address = relativeTo(page, pageOf(found));
    return { href: anchor === undefined ? address : `${address}#${anchor}`, title: documents.get(found) };
  }
  if (copied.has(target)) return { href: relativeTo(page, target) };
  if (!existsSync(join(root, target))) throw new Error(`${document} links to ${link}, which does not exist.`);
  return { href: undefined };
}
