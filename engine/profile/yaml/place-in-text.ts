/** Converts offsets of a text into places in its file. */
import type { Place } from '../../base/place.ts';

/** The place of the characters from offset `start` to `end`, cut at the end of the first line; at least one character long. */
export type PlaceInText = (start: number, end: number) => Place;

/** `file` is the name of the file in places. */
export function placesIn(file: string, text: string): PlaceInText {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (start, end) => {
    const line = Math.max(
      0,
      lineStarts.findLastIndex((offset) => offset <= start),
    );
    const lineBreak = text.indexOf('\n', start);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    const visibleEnd = text[lineEnd - 1] === '\r' && lineEnd - 1 >= start ? lineEnd - 1 : lineEnd;
    const length = Math.max(1, Math.min(end, visibleEnd) - start);
    return { file, line: line + 1, column: start - (lineStarts[line] ?? 0) + 1, length };
  };
}
