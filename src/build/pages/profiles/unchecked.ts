/** Assumptions of a profile that have not been checked on a real ERP: its comments `# unchecked: ...`. */

export interface Unchecked {
  readonly line: number;
  /** The endpoint that contains the line, otherwise the key of the profile. */
  readonly section: string;
  readonly text: string;
}

/** A comment over one or several lines, with the number of the first. */
interface Comment {
  readonly line: number;
  readonly column: number;
  readonly texts: readonly string[];
}

const mark = 'unchecked:';
/** The word as a mark; in quotes it is only mentioned. */
const marked = /(?<!")\bunchecked\b(?!")/;

/** The comment of a line, and the column of its `#`. After other text a comment must have the mark, because texts may contain `#`. */
function commentIn(line: string): { readonly column: number; readonly text: string } | undefined {
  const [, before, text] = /^(\s*)#\s*(.*)$/.exec(line) ?? /^(.*\s)#\s*((?:(?!\s#\s).)*)$/.exec(line) ?? [];
  if (before === undefined || text === undefined) return undefined;
  return before.trim() === '' || marked.test(text) ? { column: before.length, text } : undefined;
}

/** Comments of several lines: a comment continues on comment lines with `#` in the same column, until one begins with the mark. */
function commentsOf(lines: readonly string[]): readonly Comment[] {
  const comments: Comment[] = [];
  for (const [index, line] of lines.entries()) {
    const comment = commentIn(line);
    if (comment === undefined) continue;
    const { column, text } = comment;
    const last = comments.at(-1);
    const goesOn =
      last?.column === column &&
      last.line + last.texts.length === index + 1 &&
      /^\s*#/.test(line) &&
      !text.startsWith(mark);
    if (goesOn) comments.splice(-1, 1, { ...last, texts: [...last.texts, text] });
    else comments.push({ line: index + 1, column, texts: [text] });
  }
  return comments;
}

/** The whole comment if it begins with the mark; otherwise its sentences with the mark. */
function uncheckedOf({ line, texts }: Comment): readonly Omit<Unchecked, 'section'>[] {
  const whole = texts.join(' ');
  if (whole.startsWith(mark)) return [{ line, text: whole.slice(mark.length).trim() }];
  const sentences = whole.split(/(?<=[.!?])\s+/).filter((sentence) => marked.test(sentence));
  return sentences.map((sentence) => {
    const at = whole.slice(0, whole.indexOf(sentence) + sentence.search(marked));
    let inLine = 0;
    for (let end = texts[0]?.length ?? 0; end < at.length; end += 1 + (texts[inLine]?.length ?? 0)) inLine++;
    const behind = sentence.startsWith(mark) ? sentence.slice(mark.length) : sentence.replace(' (unchecked)', '');
    return { line: line + inLine, text: behind.trim() };
  });
}

/** The endpoint or key that contains a line. A comment above an endpoint belongs to it. */
function underOf(lines: readonly string[], index: number): string {
  const key = (line: string | undefined): string | undefined => /^(?: {2}(?=\/))?([\w/-]+):/.exec(line ?? '')?.[1];
  const below = /^ {2}#/.test(lines[index] ?? '') ? lines.slice(index).find((line) => !/^\s*#/.test(line)) : undefined;
  if (below?.startsWith('  /')) return key(below) ?? '';
  return key(lines.slice(0, index + 1).findLast((line) => key(line) !== undefined)) ?? '';
}

/** The unchecked assumptions in the comments of a profile, in document order. */
export function uncheckedIn(profileText: string): readonly Unchecked[] {
  const lines = profileText.split('\n');
  return commentsOf(lines)
    .flatMap(uncheckedOf)
    .map((one) => ({ ...one, section: underOf(lines, one.line - 1) }));
}
