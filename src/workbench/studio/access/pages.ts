/** The built files of the page. All of them are read at start: a path of a request is only looked up. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** By path: `/index.html`, `/assets/main.js`. Empty if the page has not been built. */
export function readPages(folder: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.flatMap((entry): [string, PageFile][] => {
      const type = types[extname(entry.name)];
      const file = join(entry.parentPath, entry.name);
      const path = `/${file.slice(folder.length + 1).replaceAll('\\', '/')}`;
      return type === undefined ? [] : [[path, { type, content: readFileSync(file) }]];
    }),
  );
}

/** The place of the nonce in index.html. */
const noncePlace = '%NONCE%';

/** index.html with the nonce of this answer. */
export const withNonce = (file: PageFile, nonce: string): string =>
  file.content.toString('utf8').replaceAll(noncePlace, nonce);

/**
 * The answer to the printed address: goes on to the page. A redirect would still belong to the navigation that another program began, to which
 * browsers attach no cookie with SameSite=Strict.
 */
export const entryPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="/icon.svg"><meta http-equiv="refresh" content="0;url=/"><title>Engine studio</title></html>\n';
