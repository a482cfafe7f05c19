/** Where lines with a comment alone begin: as the entry that they stand above, or as the collection that they close. */
import type { TextLines } from './lines.ts';

interface Level {
  readonly from: number;
  readonly to: number;
}

interface CommentInput {
  readonly lines: TextLines;
  /** By line: the collections whose entries begin there. */
  readonly levels: ReadonlyMap<number, readonly Level[]>;
  /** Lines with a comment alone, in the order of the text. */
  readonly comments: readonly number[];
  /** Whether a line is part of a block text. */
  readonly isBlockText: (line: number) => boolean;
}

/** The spaces at the beginning of each line, by its number. */
export function commentIndents({ lines, levels, comments, isBlockText }: CommentInput): ReadonlyMap<number, number> {
  const indents = new Map<number, number>();
  const wanted = new Set(comments);
  const firstLevels = [...levels].sort(([one], [other]) => one - other);
  let next = 0;
  let open: readonly Level[] = [];
  let isBelowText = false;
  for (const [line, { indent, isBlank }] of lines.all.entries()) {
    for (const level of levels.get(line) ?? []) open = [...open.filter(({ from }) => from < level.from), level];
    if (!isBlank && !wanted.has(line)) isBelowText = isBlockText(line);
    if (!wanted.has(line)) continue;
    while ((firstLevels[next]?.[0] ?? Number.POSITIVE_INFINITY) < line) next += 1;
    const below = firstLevels[next]?.[1][0];
    indents.set(line, below?.from === indent ? below.to : indentBehind(indent, open, isBelowText));
  }
  return indents;
}

/** `isBelowText`: with more indentation the comment would become a part of the block text above. */
function indentBehind(indent: number, open: readonly Level[], isBelowText: boolean): number {
  const same = open.find(({ from }) => from === indent);
  if (same !== undefined) return same.to;
  const outer = open.findLast(({ from }) => from < indent);
  if (outer === undefined) return 0;
  return isBelowText && outer === open.at(-1) ? outer.to : outer.to + 2;
}
