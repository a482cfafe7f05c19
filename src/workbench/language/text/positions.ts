/** Positions in texts: as offsets in UTF-16 code units, and as lines and characters. */

/** Both count from 0; `character` is in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Offsets in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Converts positions of one text. */
export interface Lines {
  /** The offset of a position. One outside of the text becomes the nearest one inside. */
  offsetAt(position: Position): number;
  positionAt(offset: number): Position;
  rangeOf(span: Span): Range;
}

/** Lines end with LF or CRLF. */
export function linesOf(text: string): Lines {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const endOf = (line: number): number => {
    const next = starts[line + 1];
    if (next === undefined) return text.length;
    return text[next - 2] === '\r' ? next - 2 : next - 1;
  };
  const positionAt = (offset: number): Position => {
    const line = Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
    return { line, character: Math.max(0, offset - (starts[line] ?? 0)) };
  };
  return {
    offsetAt: ({ line, character }) => {
      const start = starts[line];
      return start === undefined ? text.length : Math.min(start + Math.max(0, character), endOf(line));
    },
    positionAt,
    rangeOf: ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) }),
  };
}
