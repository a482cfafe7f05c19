/** Converts offsets of a text into places in its file. */
import type { Place } from '../../base/place.ts';

/** The place of the characters from offset `start` to `end`, cut at the end of the first line; at least one character long. */
export type PlaceInText = (start: number, end: number) => Place;

/** The index of the last line that starts at or before an offset. A binary search: a large file may have thousands of findings. */
function lineAt(lineStarts: readonly number[], offset: number): number {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `file` is the name of the file in places. */
export function placesIn(file: string, text: string): PlaceInText {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (start, end) => {
    const line = lineAt(lineStarts, start);
    const lineBreak = text.indexOf('\n', start);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    const visibleEnd = text[lineEnd - 1] === '\r' && lineEnd - 1 >= start ? lineEnd - 1 : lineEnd;
    const length = Math.max(1, Math.min(end, visibleEnd) - start);
    return { file, line: line + 1, column: start - (lineStarts[line] ?? 0) + 1, length };
  };
}
