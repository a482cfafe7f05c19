/** The steps of a reader of a tutorial, in order: write files, change parts of them, run commands and compare the output. */
import type { Block } from './blocks.ts';

export type Step = { readonly place: string; readonly text: string } & (
  | { readonly does: 'write' | 'change'; readonly path: string }
  | { readonly does: 'serve' }
  | { readonly does: 'run'; readonly exit: number; readonly shown: string | undefined }
);

/**
 * The steps of a document. Blocks are told apart by the comment above them:
 * `<!-- file: path -->` is written (`broken file`, where it has faults that the document shows), `<!-- into: path -->` replaces parts of a YAML file of the same names, `<!-- service -->` runs to the end
 * of the page. Shell blocks are run, and end with 0 unless `<!-- exit: 1 -->` says otherwise; a block of `text` after one is what it shows.
 * Other blocks, and those below `<!-- shown -->`, are for reading only.
 */
export function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap((block, index): readonly Step[] => {
    const { text, mark = '', language } = block;
    const place = `${block.file}:${block.line}`;
    const [, does, path] = /^((?:broken )?file|into): (\S+)$/.exec(mark) ?? [];
    if (path !== undefined) return [{ place, text, does: does === 'into' ? 'change' : 'write', path }];
    if (language !== 'sh') {
      if (mark !== '') throw new Error(`${place}: "${mark}" says nothing about a block of ${language}.`);
      return [];
    }
    if (mark === 'shown') return [];
    if (mark === 'service') return [{ place, text, does: 'serve' }];
    const next = blocks[index + 1];
    const shown = next?.language === 'text' ? next.text : undefined;
    return [{ place, text, does: 'run', exit: Number(/^exit: (\d+)$/.exec(mark)?.[1] ?? 0), shown }];
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether an output is as shown: `...` in a line stands for any text, on a line of its own for any lines. White space at ends does not count. */
export function looksLike(output: string, shown: string): boolean {
  const lines = shown.trimEnd().split('\n');
  const pattern = lines.map((line) =>
    line.trim() === '...' ? '(?:.*\\n)*?' : `${line.trimEnd().split('...').map(escaped).join('.*?')}[ ]*\\n`,
  );
  return new RegExp(`^\\n*${pattern.join('')}$`).test(`${output.trim()}\n`);
}
