/** What stands at a position of a YAML text: a key that is being written, or a value. */
import type { Path } from '../../../../engine/index.ts';
import type { Span } from '../text/positions.ts';
import type { Entry } from './entry.ts';

export type Cursor =
  /** A key of the map at the path. */
  | {
      readonly kind: 'key';
      readonly path: Path;
      /** The characters that a completion replaces; empty on an empty line. */
      readonly word: Span;
      /** The column at which the keys of the map begin. */
      readonly indent: number;
      readonly flow: boolean;
      /** Whether a colon follows. */
      readonly hasValue: boolean;
      /** Whether a plain value is possible, too: an item of a list, or the value of a key on the next line. */
      readonly mayBeValue: boolean;
    }
  /** A text at the path, or the place of one. */
  | { readonly kind: 'value'; readonly path: Path; readonly entry: Entry };

const contains = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** Whether there are only blanks between two offsets: behind a plain text, which goes on there while it is being written. */
const isBlank = (text: string, start: number, end: number): boolean =>
  start < end && /^[ \t]+$/.test(text.slice(start, end));

/** The innermost map or list in brackets around an offset; one that is not closed reaches behind its end. */
function bracketsAt(text: string, entries: readonly Entry[], offset: number): Entry | undefined {
  return entries.findLast(({ style, value: { start, end } }) => {
    if (style !== 'map' && style !== 'list') return false;
    const isClosed = end - start > 1 && text[end - 1] === (style === 'map' ? '}' : ']');
    return start < offset && (isClosed ? offset < end : offset <= end);
  });
}

/** Items of the list at a path. */
const itemsOf = (entries: readonly Entry[], path: Path): number =>
  entries.filter((one) => one.path.length === path.length + 1 && isBelow(one.path, path)).length;

const isBelow = (path: Path, parent: Path): boolean =>
  path.length > parent.length && parent.every((segment, index) => String(segment) === String(path[index]));

/** The cursor at a column of an empty line: the map that a key there would belong to, or the text that continues there. */
function onEmptyLine(entries: readonly Entry[], offset: number, column: number): Cursor {
  const word = { start: offset, end: offset };
  const keyIn = (path: Path, mayBeValue: boolean): Cursor => {
    return { kind: 'key', path, word, indent: column, flow: false, hasValue: false, mayBeValue };
  };
  const before = entries.filter(({ value, key, flow }) => !flow && (key?.start ?? value.start) < offset);
  for (const entry of before.toReversed()) {
    if (entry.indent > column) continue;
    if (entry.indent === column) return keyIn(entry.path.slice(0, -1), false);
    if (entry.style === 'none') return keyIn(entry.path, true);
    if (entry.style !== 'plain' && entry.style !== 'block') continue;
    return { kind: 'value', path: entry.path, entry: { ...entry, value: { ...entry.value, end: offset } } };
  }
  return keyIn([], false);
}

/** The cursor at an offset. `entries`: those of the text (`scanYaml`). */
export function cursorAt(text: string, entries: readonly Entry[], offset: number): Cursor | undefined {
  const onKey = entries.find(({ key }) => key !== undefined && contains(key, offset));
  if (onKey?.key !== undefined) {
    const { path, key, indent, flow, bare } = onKey;
    return { kind: 'key', path: path.slice(0, -1), word: key, indent, flow, hasValue: !bare, mayBeValue: bare };
  }
  const onText = entries.find(
    ({ style, value, flow }) =>
      style !== 'map' && style !== 'list' && (style !== 'none' || flow) && contains(value, offset),
  );
  if (onText !== undefined) return { kind: 'value', path: onText.path, entry: onText };
  const unfinished = entries.find(({ style, value: { end } }) => style === 'plain' && isBlank(text, end, offset));
  if (unfinished !== undefined) {
    const value = { ...unfinished.value, end: offset };
    return { kind: 'value', path: unfinished.path, entry: { ...unfinished, value } };
  }
  const word = { start: offset, end: offset };
  const brackets = bracketsAt(text, entries, offset);
  if (brackets !== undefined) {
    const { path, style, indent } = brackets;
    if (style === 'map') return { kind: 'key', path, word, indent, flow: true, hasValue: false, mayBeValue: false };
    const item: Path = [...path, itemsOf(entries, path)];
    const entry: Entry = { path: item, key: undefined, value: word, style: 'none', indent, flow: true, bare: false };
    return { kind: 'value', path: item, entry };
  }
  return emptyPlace(text, entries, offset);
}

/** The cursor after a colon or a dash, or on an empty line. */
function emptyPlace(text: string, entries: readonly Entry[], offset: number): Cursor | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const word = { start: offset, end: offset };
  const after = entries.find(({ style, value }) => style === 'none' && contains(value, offset));
  if (after !== undefined && before.trim() !== '') {
    if (after.key !== undefined || !/-\s+$/.test(before)) return { kind: 'value', path: after.path, entry: after };
    const indent = before.length;
    return { kind: 'key', path: after.path, word, indent, flow: false, hasValue: false, mayBeValue: true };
  }
  if (before.trim() !== '') return undefined;
  return onEmptyLine(entries, offset, before.length);
}
