/**
 * The house style of YAML texts. Only white space changes: indentation, the blanks at brackets, commas and colons, blanks at the end of lines, and empty
 * lines. Comments, quotes, line breaks, the order of keys and the texts of statements stay.
 */
import { composeYaml } from '../../../../engine/tools/index.ts';
import type { Span } from '../text/positions.ts';
import { commentIndents } from './comments.ts';
import { indentationOf } from './indentation.ts';
import { type TextLines, textLines } from './lines.ts';
import { haveSameMeaning } from './same-meaning.ts';
import { readTokens, type TextToken } from './tokens.ts';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

const opening = new Set(['flow-map-start', 'flow-seq-start']);
const closing = new Set(['flow-map-end', 'flow-seq-end']);
const spaced = new Set(['map-value-ind', 'seq-item-ind', 'explicit-key-ind', 'comma', 'anchor', 'tag']);

/** The blanks between two tokens of a line; undefined where they stay. */
function gapBetween(before: TextToken, behind: TextToken): string | undefined {
  if (behind.kind === 'comment' || before.kind === 'error' || behind.kind === 'error') return undefined;
  if (opening.has(before.kind) && closing.has(behind.kind)) return '';
  if (before.kind === 'flow-seq-start' || behind.kind === 'flow-seq-end' || behind.kind === 'comma') return '';
  if (before.kind === 'flow-map-start' || behind.kind === 'flow-map-end' || spaced.has(before.kind)) return ' ';
  // The name of an alias may end with a colon.
  if (behind.kind === 'map-value-ind') return before.kind === 'alias' ? ' ' : '';
  return undefined;
}

function gapEdits(tokens: readonly TextToken[], lines: TextLines): readonly TextEdit[] {
  return tokens.flatMap((behind, index): readonly TextEdit[] => {
    const before = tokens[index - 1];
    if (before === undefined || lines.at(Math.max(0, before.end - 1)) !== lines.at(behind.start)) return [];
    const text = gapBetween(before, behind);
    return text === undefined ? [] : [{ span: { start: before.end, end: behind.start }, text }];
  });
}

/** The changes of the beginnings and ends of lines, and of empty lines. */
function lineEdits(text: string, tokens: readonly TextToken[], lines: TextLines): readonly TextEdit[] {
  const { document } = readTokens(text);
  if (document === undefined) return [];
  /** Lines that begin inside of a token, and lines whose break is inside of one. */
  const [insideStart, insideEnd, blockLines] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { kind, start, end } of tokens) {
    const [first, last] = [lines.at(start), lines.at(Math.max(start, end - 1))];
    const isBlock = kind === 'block-text' && end > start;
    for (let line = first; line <= last; line += 1) {
      if (line > first || isBlock) insideStart.add(line);
      if (line < last || isBlock) insideEnd.add(line);
      if (isBlock) blockLines.add(line);
    }
  }
  const { indents, levels } = indentationOf(document, lines);
  const comments = tokens
    .filter(({ kind, start }) => kind === 'comment' && lines.isFirst(start) && !indents.has(lines.at(start)))
    .map(({ start }) => lines.at(start));
  const ofComments = commentIndents({ lines, levels, comments, isBlockText: (line) => blockLines.has(line) });
  const edits: TextEdit[] = [];
  const replace = (start: number, end: number, by: string): void => {
    if (text.slice(start, end) !== by) edits.push({ span: { start, end }, text: by });
  };
  let isEmptyBefore = true;
  const lastWritten = lines.all.findLastIndex(({ isBlank }) => !isBlank);
  for (const [line, { start, end, indent, isBlank }] of lines.all.entries()) {
    const next = lines.all[line + 1]?.start ?? text.length;
    const isInside = insideStart.has(line);
    if (isBlank && !isInside) {
      // The first of several empty lines stays.
      if (isEmptyBefore || line > lastWritten) replace(start, next, '');
      else replace(start, end, '');
      isEmptyBefore = true;
      continue;
    }
    isEmptyBefore = false;
    const wanted = indents.get(line) ?? ofComments.get(line);
    if (wanted !== undefined) replace(start, start + indent, ' '.repeat(wanted));
    else if (isBlank && blockLines.has(line)) replace(start, end, '');
    if (!insideEnd.has(line)) replace(start + text.slice(start, end).trimEnd().length, end, '');
  }
  if (lastWritten === lines.all.length - 1 && !insideEnd.has(lastWritten)) replace(text.length, text.length, '\n');
  return edits;
}

/** The text with these changes, which are in its order and do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { span, text: inserted } of edits) {
    result += text.slice(at, span.start) + inserted;
    at = span.end;
  }
  return result + text.slice(at);
}

/**
 * The changes that give a text the house style, in its order. Undefined for a text that is no YAML, for one with several documents or explicit keys (`?`),
 * and where a change would give a value another meaning.
 */
export function formatYaml(text: string): readonly TextEdit[] | undefined {
  const composed = composeYaml(text);
  if (!composed.ok || composed.document.errors.length > 0) return undefined;
  const { tokens } = readTokens(text);
  if (tokens.some(({ kind }) => kind === 'explicit-key-ind')) return undefined;
  const lines = textLines(text);
  const edits = [...gapEdits(tokens, lines), ...lineEdits(text, tokens, lines)]
    .filter(({ span, text: inserted }) => text.slice(span.start, span.end) !== inserted)
    .sort((one, other) => one.span.start - other.span.start || one.span.end - other.span.end);
  if (edits.length === 0) return edits;
  const formatted = withEdits(text, edits);
  const after = composeYaml(formatted);
  const isSafe =
    after.ok &&
    after.document.errors.length === 0 &&
    haveSameMeaning([text, composed.document], [formatted, after.document]);
  return isSafe ? edits : undefined;
}
