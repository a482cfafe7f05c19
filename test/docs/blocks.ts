/** The fenced blocks of the documents that people read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Block {
  /** Path of the document, from the root of the repository. */
  readonly file: string;
  /** Line of the block's first line in it, counted from 1. */
  readonly line: number;
  /** What stands behind the opening fence: `yaml`, `sh`, ...; empty where nothing does. */
  readonly language: string;
  readonly text: string;
  /** What the comment in the line above says (`<!-- file: acme.yaml -->`), which readers do not see. */
  readonly mark: string | undefined;
}

/** The documents: README.md, docs/, the first page of the site, and the README of every profile and example. */
export const documents: readonly string[] = globSync(
  ['README.md', 'CONTRIBUTING.md', 'site/index.md', 'docs/**/*.md', 'profiles/*/README.md', 'examples/*/README.md'],
  { cwd: root },
).sort();

/** The blocks of one document, without the indentation of a list that they stand in. */
export function blocksOf(file: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: (Pick<Block, 'line' | 'language' | 'mark'> & { readonly indent: number }) | undefined;
  let lines: string[] = [];
  let above = '';
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const fence = /^( *)```(\w*)\s*$/.exec(line);
    if (fence === null) {
      if (open !== undefined) lines.push(line.slice(open.indent));
    } else if (open === undefined) {
      const [, mark] = /^ *<!-- (.*) -->$/.exec(above) ?? [];
      open = { line: index + 2, indent: fence[1]?.length ?? 0, language: fence[2] ?? '', mark };
      lines = [];
    } else {
      const { line: first, language, mark } = open;
      blocks.push({ file, line: first, language, mark, text: `${lines.join('\n')}\n` });
      open = undefined;
    }
    above = line;
  }
  if (open !== undefined) throw new Error(`${file}:${open.line}: this block has no end.`);
  return blocks;
}

/** All blocks of a language, by where they stand. */
export function blocksIn(language: string): readonly (readonly [place: string, block: Block])[] {
  return documents
    .flatMap(blocksOf)
    .filter((block) => block.language === language)
    .map((block) => [`${block.file}:${block.line}`, block]);
}
