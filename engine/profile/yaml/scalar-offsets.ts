/**
 * Maps the characters of a YAML scalar's value to offsets in the file. The value lacks the indentation, line folds and escapes of the file,
 * but a finding about the twentieth character of an SQL text must point at it.
 */
import type { Scalar } from 'yaml';

const escapeLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

function blankRun(text: string, from: number): string {
  let end = from;
  while (isBlank(text[end])) end += 1;
  return text.slice(from, end);
}

/** The lines of a run of white space: start, end without the line break, and position of the line break. */
function segmentsOf(
  run: string,
): readonly { readonly start: number; readonly end: number; readonly newline: number }[] {
  const segments: { start: number; end: number; newline: number }[] = [];
  let start = 0;
  for (let newline = run.indexOf('\n'); newline !== -1; newline = run.indexOf('\n', start)) {
    segments.push({ start, end: run[newline - 1] === '\r' ? newline - 1 : newline, newline });
    start = newline + 1;
  }
  return [...segments, { start, end: run.length, newline: run.length }];
}

/**
 * Offsets in `raw` for the characters of `value`, which are runs of white space between the same two words. If both have the same number of
 * line breaks, the lines are matched: the first one from its start (it ends a line of text), the others from their end (they start with
 * indentation). Otherwise lines were folded: a space represents a line break, and the first of several line breaks is dropped.
 */
function alignBlanks(value: string, raw: string, at: 'start' | 'middle' | 'end'): readonly number[] {
  const lines = value.split('\n');
  const segments = segmentsOf(raw);
  if (lines.length === segments.length) {
    return segments.flatMap(({ start, end, newline }, index) => {
      const length = lines[index]?.length ?? 0;
      const first = index === 0 && at !== 'start' ? start : Math.max(start, end - length);
      const offsets = Array.from({ length }, (_, i) => Math.min(first + i, raw.length - 1));
      return index < segments.length - 1 ? [...offsets, newline] : offsets;
    });
  }
  const dropped = at === 'end' || lines.length === 1 ? 0 : 1;
  const last = Math.max(0, raw.length - 1);
  return Array.from(value, (_, i) => Math.min(segments[i + dropped]?.newline ?? last, last));
}

/** Plain, single-quoted and block scalars: words are the same in the file and in the value; white space and doubled quotes differ. */
function alignWords(value: string, raw: string, singleQuoted: boolean): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  while (offsets.length < value.length) {
    const index = offsets.length;
    if (isBlank(value[index]) || isBlank(raw[at])) {
      const valueRun = blankRun(value, index);
      const rawRun = blankRun(raw, at);
      if (valueRun === '' && rawRun === '') break;
      const position = at === 0 ? 'start' : at + rawRun.length === raw.length ? 'end' : 'middle';
      for (const offset of alignBlanks(valueRun, rawRun, position)) offsets.push(at + offset);
      at += rawRun.length;
    } else {
      offsets.push(at);
      at += singleQuoted && raw.startsWith("''", at) ? 2 : 1;
    }
  }
  return [...offsets, at];
}

/** Double-quoted scalars; `raw` is the text between the quotes. Escapes are characters, line breaks fold, an escaped line break joins lines. */
function alignEscapes(raw: string): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  while (at < raw.length) {
    if (raw[at] === '\\') {
      const next = raw[at + 1] ?? '';
      const isBreak = next === '\n' || (next === '\r' && raw[at + 2] === '\n');
      const length = 2 + (escapeLengths[next] ?? 0);
      if (isBreak) {
        at += next === '\r' ? 3 : 2;
        while (raw[at] === ' ' || raw[at] === '\t') at += 1;
        continue;
      }
      const units = next === 'U' && Number.parseInt(raw.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1;
      for (let unit = 0; unit < units; unit += 1) offsets.push(at);
      at += length;
    } else if (isBlank(raw[at])) {
      const run = blankRun(raw, at);
      const breaks = run.split('\n').length - 1;
      const folded = breaks === 0 ? run : breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
      for (const offset of alignBlanks(folded, run, 'middle')) offsets.push(at + offset);
      at += run.length;
    } else {
      offsets.push(at);
      at += 1;
    }
  }
  return [...offsets, at];
}

/**
 * The offset in the file for each UTF-16 code unit of the scalar's text, and one more for the end of the text. A character without an exact
 * counterpart in the file (a fold, an escape) gets the nearest offset.
 */
export function scalarOffsets(node: Scalar.Parsed, text: string): readonly number[] {
  const [start, end] = node.range;
  const shift = (base: number, offsets: readonly number[]): readonly number[] => offsets.map((offset) => base + offset);
  switch (node.type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED': {
      const header = text.indexOf('\n', start);
      const content = header === -1 || header >= end ? end : header + 1;
      return shift(content, alignWords(node.source, text.slice(content, end), false));
    }
    case 'QUOTE_DOUBLE':
      return shift(start + 1, alignEscapes(text.slice(start + 1, end - 1)));
    case 'QUOTE_SINGLE':
      return shift(start + 1, alignWords(node.source, text.slice(start + 1, end - 1), true));
    default:
      return shift(start, alignWords(node.source, text.slice(start, end), false));
  }
}
