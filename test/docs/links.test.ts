/** Every link in the documents leads to an existing file, heading or line. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { anchorOf } from '../../src/build/pages/markdown.ts';
import { documents, root } from './blocks.ts';

/** A document without its fenced blocks. */
const prose = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```\s*$/gm, '');

const anchors = (file: string): readonly string[] =>
  [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')),
  );

const lineCount = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

function fault(from: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : relative(root, join(root, dirname(from), path));
  if (!existsSync(join(root, file))) return `${target}: there is no ${file}`;
  if (anchor === undefined || anchors(file).includes(anchor)) return undefined;
  const [, line] = (file.endsWith('.md') ? null : /^L(\d+)$/.exec(anchor)) ?? [];
  if (line !== undefined) return Number(line) > lineCount(file) ? `${target}: ${file} has no such line` : undefined;
  return `${target}: ${file} has no such heading`;
}

it.each(documents)('%s', (document) => {
  const targets = [
    ...prose(document)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = '']) => target);
  expect(targets.flatMap((target) => fault(document, target) ?? [])).toEqual([]);
});

it('llms.txt', () => {
  const links = [...readFileSync(join(root, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(40);
  expect(links.flatMap(([, target = '']) => fault('llms.txt', target) ?? [])).toEqual([]);
});

it.each(['docs', 'docs/howto'])('the index of %s has all of its documents', (folder) => {
  const index = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const pages = documents.filter((document) => dirname(document) === folder && basename(document) !== 'README.md');
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((page) => !index.includes(`](${basename(page)})`))).toEqual([]);
});
