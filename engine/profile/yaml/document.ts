/** A parsed profile: its value, and where in the file each piece of it stands. */
import { isAlias, isCollection, isMap, isScalar, type ParsedNode } from 'yaml';
import type { Path, Place } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import { scalarOffsets } from './scalar-offsets.ts';
import { keyText, type Tree } from './tree.ts';

export interface ProfileDocument {
  readonly file: string;
  /** The texts of the file and of those that it extends, without byte order marks, by the names that places use. */
  readonly texts: ReadonlyMap<string, string>;
  /** Plain maps, lists, texts, numbers, booleans and nulls. Keys and unusual numbers (001, 1e5) keep their source text. */
  readonly value: unknown;
  /**
   * Where the value at a path, or its key, stands. `range` (in UTF-16 units of the text at that path) narrows it to characters
   * of that text, however it is indented, folded or quoted; a range at its end points behind the last word. For a path that
   * does not exist the nearest part of it that does is taken: its key, where it has one. A place never spans lines.
   */
  place(path: Path, target?: 'key' | 'value', range?: { readonly offset: number; readonly length: number }): Place;
  /** Whether a finding at a path only follows from a piece that could not be taken in, of which there is a finding already. */
  isConsequence(code: Code, path: Path): boolean;
}

/** Whether the value at a path stands in quotes. */
export function isQuoted(document: ProfileDocument, path: Path): boolean {
  const { file, line, column } = document.place(path);
  const sign = document.texts.get(file)?.split('\n')[line - 1]?.[column - 1];
  return sign === '"' || sign === "'";
}

interface Found {
  readonly node: ParsedNode | null;
  readonly key: ParsedNode | undefined;
  readonly complete: boolean;
}

function step(
  node: ParsedNode,
  segment: string | number,
): { readonly node: ParsedNode | null; readonly key?: ParsedNode } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => keyText(key) === String(segment));
    return pair && { node: pair.value, key: pair.key };
  }
  const item = isCollection(node) && !isMap(node) ? node.items[Number(segment)] : undefined;
  return item && { node: item };
}

function find(root: ParsedNode, path: Path, tree: Tree): Found {
  let found: Found = { node: root, key: undefined, complete: true };
  for (const segment of path) {
    const at = found.node !== null && isAlias(found.node) ? (tree.targets.get(found.node) ?? null) : found.node;
    const next = at === null || tree.rejoined.has(at) ? undefined : step(at, segment);
    if (next === undefined) return { ...found, complete: false };
    found = { node: next.node, key: next.key, complete: true };
  }
  return found;
}

/** Line starts, for turning offsets into places. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** The place of the characters from `start` to `end`, cut at the end of the first line; at least one character wide. */
export function placeOf(file: string, text: string, starts: readonly number[], start: number, end: number): Place {
  let line = starts.findLastIndex((first) => first <= start);
  if (line === -1) line = 0;
  const first = starts[line] ?? 0;
  const lineBreak = text.indexOf('\n', start);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak;
  const visibleEnd = text[lineEnd - 1] === '\r' && lineEnd - 1 >= start ? lineEnd - 1 : lineEnd;
  return { file, line: line + 1, column: start - first + 1, length: Math.max(1, Math.min(end, visibleEnd) - start) };
}

function firstLine(text: string): number {
  return text.includes('\n') ? text.indexOf('\n') : text.length;
}

/** Builds the document of a parsed file; `root` and `tree` come from the same `text`. */
export function createDocument(file: string, text: string, root: ParsedNode, tree: Tree): ProfileDocument {
  const starts = lineStarts(text);
  const at = (start: number, end: number): Place => placeOf(file, text, starts, start, end);
  const offsetsOf = (node: ParsedNode): { readonly offsets: readonly number[]; readonly value: string } | undefined => {
    const joined = tree.rejoined.get(node);
    if (joined !== undefined) {
      return { value: joined, offsets: Array.from({ length: joined.length + 1 }, (_, i) => node.range[0] + i) };
    }
    return isScalar(node) ? { value: node.source ?? '', offsets: scalarOffsets(node, text) } : undefined;
  };
  const within = (node: ParsedNode, range: { readonly offset: number; readonly length: number }): Place | undefined => {
    const known = offsetsOf(node);
    if (known === undefined) return undefined;
    const { offsets, value } = known;
    const visible = value.trimEnd().length;
    if (range.offset >= value.length) {
      const behind = (offsets[visible - 1] ?? node.range[0] - 1) + 1;
      return at(behind, behind + 1);
    }
    const first = offsets[Math.max(0, range.offset)] ?? node.range[0];
    const last = offsets[Math.min(value.length, range.offset + Math.max(1, range.length)) - 1] ?? first;
    return at(first, last + 1);
  };
  return {
    file,
    texts: new Map([[file, text]]),
    value: tree.value,
    isConsequence: () => false,
    place: (path, target = 'value', range) => {
      const { node, key, complete } = find(root, path, tree);
      const actual = node !== null && isAlias(node) ? (tree.targets.get(node) ?? node) : node;
      if (complete && range !== undefined && actual !== null) {
        const exact = within(actual, range);
        if (exact !== undefined) return exact;
      }
      const isEmpty = node === null || (isScalar(node) && node.range[0] === node.range[1]);
      // A block begins with its mark, which says nothing; its first line does.
      const isBlock = isScalar(actual) && (actual.type === 'BLOCK_LITERAL' || actual.type === 'BLOCK_FOLDED');
      const first =
        isBlock && complete && target === 'value'
          ? within(actual, { offset: 0, length: firstLine(actual.source ?? '') })
          : undefined;
      if (first !== undefined) return first;
      const byKey = key !== undefined && (target === 'key' || !complete || isEmpty);
      const shown = byKey ? key : (node ?? root);
      const end =
        !byKey && !complete && isMap(shown) ? (shown.items[0]?.key.range[1] ?? shown.range[1]) : shown.range[1];
      const joined = shown === node ? tree.rejoined.get(shown) : undefined;
      return at(shown.range[0], joined === undefined ? end : shown.range[0] + joined.length);
    },
  };
}
