/** Code frames: a line of a file with its neighbours, and carets below the characters that a finding is about. */

import type { Place } from '../base/place.ts';
import { maskSource } from './secrets/mask-source.ts';
import { type Cell, cellsOf } from './terminal-cells.ts';

/** Maximum width of a line in terminal columns. A longer line is cut to the part around the carets. */
const maxWidth = 110;
/** Columns that stay visible before the carets of a cut line. */
const lead = 30;

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** The text from cell `from` on, cut to `maxWidth` columns, with an ellipsis at each cut. */
function cut(cells: readonly Cell[], from: number): string {
  let width = 0;
  let text = from > 0 ? '…' : '';
  for (const cell of cells.slice(from)) {
    if (width + cell.width > maxWidth) return `${text}…`;
    width += cell.width;
    text += cell.text;
  }
  return text;
}

/** The line and, below it, the carets. */
function markedLine(line: string, place: Place): { readonly text: string; readonly carets: string } {
  const cells = cellsOf(line);
  const start = place.column - 1;
  const index = cells.findIndex((cell) => cell.end > start);
  const first = index === -1 ? cells.length : index;
  const from = widthOf(cells) > maxWidth ? Math.max(0, first - lead) : 0;
  const before = widthOf(cells.slice(from, first)) + (from > 0 ? 1 : 0);
  const marked = cells.slice(first).filter((cell) => cell.start < start + place.length);
  const width = Math.max(1, Math.min(widthOf(marked), maxWidth + 1 - before));
  return { text: cut(cells, from), carets: `${' '.repeat(before)}${'^'.repeat(width)}` };
}

/** A row of a frame. The gutter holds the line number; it is empty for the row of carets. */
interface FrameRow {
  readonly gutter: string;
  readonly text: string;
}

/**
 * The frame of a place in the text of its file; undefined if the text has no such line. Secrets are masked, tabs become four spaces, wide
 * characters count as two columns, and control characters are replaced.
 */
export function codeFrame(text: string, place: Place): readonly FrameRow[] | undefined {
  const lines = maskSource(text.replace(/^\ufeff/, '')).text.split(/\r?\n/);
  const line = lines[place.line - 1];
  if (line === undefined) return undefined;
  const marked = markedLine(line, place);
  const neighbour = (number: number): readonly FrameRow[] => {
    const content = lines[number - 1];
    const pastEnd = number === lines.length && content === '';
    return content === undefined || pastEnd ? [] : [{ gutter: String(number), text: cut(cellsOf(content), 0) }];
  };
  return [
    ...neighbour(place.line - 1),
    { gutter: String(place.line), text: marked.text },
    { gutter: '', text: marked.carets },
    ...neighbour(place.line + 1),
  ];
}
