/** Code frames: a line of a file with its neighbours and a mark below the characters concerned. */

import type { Place } from '../base/place.ts';
import { type Cell, cellsOf } from './cells.ts';
import { maskSecrets } from './mask.ts';

/** Widest text of a line, in terminal columns; a longer line is shown around the mark. */
const maxWidth = 110;
const lead = 30;

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** Cuts to `maxWidth` columns from cell `from` on, with an ellipsis where something was left out. */
function show(cells: readonly Cell[], from: number): string {
  let width = 0;
  let text = from > 0 ? '…' : '';
  for (const cell of cells.slice(from)) {
    if (width + cell.width > maxWidth) return `${text}…`;
    width += cell.width;
    text += cell.text;
  }
  return text;
}

function focus(line: string, place: Place): { readonly text: string; readonly mark: string } {
  const cells = cellsOf(line);
  const start = place.column - 1;
  const found = cells.findIndex((cell) => cell.end > start);
  const first = found === -1 ? cells.length : found;
  const from = widthOf(cells) > maxWidth ? Math.max(0, first - lead) : 0;
  const before = widthOf(cells.slice(from, first)) + (from > 0 ? 1 : 0);
  const marked = cells.slice(first).filter((cell) => cell.start < start + place.length);
  const carets = Math.max(1, Math.min(widthOf(marked), maxWidth + 1 - before));
  return { text: show(cells, from), mark: `${' '.repeat(before)}${'^'.repeat(carets)}` };
}

/**
 * The frame of a place in its text: rows of gutter and text, without a line break at the end. Undefined when the text has no
 * such line. Secrets are masked, tabs become four blanks, wide characters count as two columns, control characters are shown as a mark.
 */
export function codeFrame(
  text: string,
  place: Place,
): readonly { readonly gutter: string; readonly text: string }[] | undefined {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const shown = (number: number): string | undefined => {
    const content = lines[number - 1];
    return content === undefined ? undefined : maskSecrets(content, lines[number - 2]);
  };
  const line = shown(place.line);
  if (line === undefined) return undefined;
  const marked = focus(line, place);
  const neighbour = (number: number): { gutter: string; text: string }[] => {
    const content = shown(number);
    const pastEnd = number === lines.length && content === '';
    return content === undefined || pastEnd ? [] : [{ gutter: String(number), text: show(cellsOf(content), 0) }];
  };
  return [
    ...neighbour(place.line - 1),
    { gutter: String(place.line), text: marked.text },
    { gutter: '', text: marked.mark },
    ...neighbour(place.line + 1),
  ];
}
