/** What nobody has seen on a real ERP yet, as the profile says at the line that rests on it: `# unchecked: ...`. */

export interface Unchecked {
  readonly line: number;
  /** The endpoint in which it stands, else the key of the profile. */
  readonly under: string;
  readonly text: string;
}

const begin = /(?:^|\s)(#\s*unchecked:\s*)(.*)$/;

/** The text of a comment that goes on in the next line: a line of nothing else, with its `#` in the same column. */
function continued(line: string | undefined, column: number): string | undefined {
  const [, space, text] = /^(\s*)#\s*(.*)$/.exec(line ?? '') ?? [];
  return space?.length === column && text !== '' && !begin.test(line ?? '') ? text : undefined;
}

/** The comments of a profile, in their order. A comment may run over lines, as far as `#` stands in the same column. */
export function uncheckedIn(profileText: string): readonly Unchecked[] {
  const lines = profileText.split('\n');
  let under = '';
  return lines.flatMap((line, index): Unchecked[] => {
    const [, key] = /^(?: {2}(?=\/))?([\w/-]+):/.exec(line) ?? [];
    // A comment above a key is about what the key begins.
    const next = /^ {2}#/.test(line) ? lines.slice(index).find((other) => !/^\s*#/.test(other)) : undefined;
    under = key ?? under;
    const [, sign = '', text = ''] = begin.exec(line) ?? [];
    if (sign === '') return [];
    const column = line.indexOf(sign);
    const texts = [text];
    for (let at = index + 1; ; at++) {
      const more = continued(lines[at], column);
      if (more === undefined) break;
      texts.push(more);
    }
    const [, below] = /^ {2}(\/[\w/-]+):/.exec(next ?? '') ?? [];
    return [{ line: index + 1, under: below ?? under, text: texts.join(' ') }];
  });
}
