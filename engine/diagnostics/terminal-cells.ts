/** Text as a terminal displays it: character cells with their width, without characters that control the terminal. */

/** One visible character. `width` is in columns; `start` and `end` are offsets into the line, in UTF-16 code units. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

const tabWidth = 4;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Control characters, and characters that reorder or hide text: a frame must show what the file contains. */
const unprintable = /[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** The wide and full-width blocks of Unicode's East Asian Width (UAX 11), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Replaces characters that a terminal would act on with U+FFFD. `lines`: keep line breaks. */
export function printable(text: string, lines = false): string {
  return text.replaceAll(unprintable, (character) => (lines && character === '\n' ? character : '\ufffd'));
}

/** The cells of one line, which is given without its line break. */
export function cellsOf(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const end = index + segment.length;
    if (segment === '\t') cells.push({ text: ' '.repeat(tabWidth), width: tabWidth, start: index, end });
    else cells.push({ text: printable(segment), width: wide.test(segment) ? 2 : 1, start: index, end });
  }
  return cells;
}
