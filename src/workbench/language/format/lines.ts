/** The lines of a text with their indentation, for a change of it. */

export interface TextLine {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  /** Number of spaces at its beginning. */
  readonly indent: number;
  readonly isBlank: boolean;
}

export interface TextLines {
  readonly all: readonly TextLine[];
  /** The number of the line with this offset. */
  at(offset: number): number;
  /** Whether only spaces are before this offset in its line. */
  isFirst(offset: number): boolean;
  columnOf(offset: number): number;
}

/** Lines end with LF or CRLF. */
export function textLines(text: string): TextLines {
  const all: TextLine[] = [];
  let start = 0;
  for (const whole of text.split('\n')) {
    const content = whole.replace(/\r$/, '');
    const indent = /^ */.exec(content)?.[0].length ?? 0;
    all.push({ start, end: start + content.length, indent, isBlank: content.trim() === '' });
    start += whole.length + 1;
  }
  const at = (offset: number): number => {
    let [low, high] = [0, all.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((all[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const columnOf = (offset: number): number => offset - (all[at(offset)]?.start ?? 0);
  return { all, at, columnOf, isFirst: (offset) => columnOf(offset) === all[at(offset)]?.indent };
}
