/** Assumptions of a profile that have not been checked on a real ERP: its comments `# unchecked: ...`. */

export interface Unchecked {
  readonly line: number;
  /** The endpoint that contains the line, otherwise the key of the profile. */
  readonly section: string;
  readonly text: string;
}

/** The mark in a comment: what is before `#`, and the text behind the mark. */
const marked = /^(.*)#[^#]*\bunchecked:\s*(.*)$/;

/** The text from the mark to the end of the comment, which continues on comment lines with `#` in the same column. */
function textFrom(lines: readonly string[], index: number): string | undefined {
  const [, before, first] = marked.exec(lines[index] ?? '') ?? [];
  if (before === undefined) return undefined;
  const rest = lines.slice(index + 1).map((line) => /^(\s*)#\s*(.*)$/.exec(line) ?? []);
  const end = rest.findIndex(([line = '', blank]) => blank?.length !== before.length || marked.test(line));
  return [first, ...rest.slice(0, end < 0 ? undefined : end).map(([, , text]) => text)].join(' ').trim();
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
  return lines.flatMap((_, index) => {
    const text = textFrom(lines, index);
    return text === undefined ? [] : [{ line: index + 1, section: underOf(lines, index), text }];
  });
}
