/** A parsed profile: its value, and the place in the file of each piece of it. */
import { isAlias, isCollection, isMap, isScalar, type ParsedNode } from 'yaml';
import type { Path, Place } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import { type ConvertedNodes, keyText } from './convert-nodes.ts';
import { type PlaceInText, placesIn } from './place-in-text.ts';
import { scalarOffsets } from './scalar-offsets.ts';

/** Characters of a text, in UTF-16 code units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

export interface ProfileDocument {
  readonly file: string;
  /** The texts of the file and of its base profiles, without byte order marks, by the file names that places use. */
  readonly texts: ReadonlyMap<string, string>;
  /** Plain maps, lists, texts, numbers, booleans and nulls. Keys and numbers in an unusual notation (001, 1e5) keep their source text. */
  readonly value: unknown;
  /**
   * The place of the value at a path, or of its key. `range` selects characters of the text at that path, regardless of how it is indented,
   * folded or quoted; a range at the end of the text gives the place after the last word. For a path that does not exist, the place of its
   * longest existing prefix is returned. A place never spans lines.
   */
  place(path: Path, target?: 'key' | 'value', range?: TextRange): Place;
  /** Whether a finding at a path is only caused by a piece that could not be read and is reported already. */
  isFollowUp(code: Code, path: Path): boolean;
  /** Names of the expressions and request parts of `parts` that are used. Empty before they are inserted. */
  readonly usedParts: ReadonlySet<string>;
  /** Where a part is used that the location is in; undefined if it is not in a part. */
  usedAt(path: Path, range?: TextRange): Place | undefined;
}

/** Whether the value at a path is quoted in the file. */
export function isQuoted(document: ProfileDocument, path: Path): boolean {
  const { file, line, column } = document.place(path);
  const character = document.texts.get(file)?.split('\n')[line - 1]?.[column - 1];
  return character === '"' || character === "'";
}

/** The node at the longest existing prefix of a path, with its key if it is in a map. */
interface Located {
  readonly node: ParsedNode | null;
  readonly key: ParsedNode | undefined;
  /** Whether the whole path exists. */
  readonly complete: boolean;
}

function childOf(node: ParsedNode, segment: string | number): Omit<Located, 'complete'> | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => keyText(key) === String(segment));
    return pair && { node: pair.value, key: pair.key };
  }
  const item = isCollection(node) && !isMap(node) ? node.items[Number(segment)] : undefined;
  return item && { node: item, key: undefined };
}

function locate(root: ParsedNode, path: Path, { targets, rejoined }: ConvertedNodes): Located {
  let located: Located = { node: root, key: undefined, complete: true };
  for (const segment of path) {
    const { node } = located;
    const parent = node !== null && isAlias(node) ? (targets.get(node) ?? null) : node;
    const child = parent === null || rejoined.has(parent) ? undefined : childOf(parent, segment);
    if (child === undefined) return { ...located, complete: false };
    located = { ...child, complete: true };
  }
  return located;
}

/** The text of a node, and the offsets of its characters in the file. */
function scalarCharacters(
  node: ParsedNode,
  text: string,
  { rejoined }: ConvertedNodes,
): { readonly offsets: readonly number[]; readonly value: string } | undefined {
  const source = rejoined.get(node);
  if (source !== undefined) {
    return { value: source, offsets: Array.from({ length: source.length + 1 }, (_, i) => node.range[0] + i) };
  }
  return isScalar(node) ? { value: node.source ?? '', offsets: scalarOffsets(node, text) } : undefined;
}

/** What is needed to find places in a parsed file. */
interface Source {
  readonly text: string;
  readonly root: ParsedNode;
  readonly nodes: ConvertedNodes;
  readonly placeAt: PlaceInText;
}

/** The place of a range of a node's text; undefined if the node is not a text. */
function placeOfRange({ text, nodes, placeAt }: Source, node: ParsedNode, range: TextRange): Place | undefined {
  const characters = scalarCharacters(node, text, nodes);
  if (characters === undefined) return undefined;
  const { offsets, value } = characters;
  if (range.offset >= value.length) {
    const end = (offsets[value.trimEnd().length - 1] ?? node.range[0] - 1) + 1;
    return placeAt(end, end + 1);
  }
  const first = offsets[Math.max(0, range.offset)] ?? node.range[0];
  const last = offsets[Math.min(value.length, range.offset + Math.max(1, range.length)) - 1] ?? first;
  return placeAt(first, last + 1);
}

/** The first line of a block scalar, whose node begins with the indicator `|` or `>`; undefined for other nodes. */
function placeOfBlock(source: Source, node: ParsedNode): Place | undefined {
  if (!isScalar(node) || (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED')) return undefined;
  const text = node.source ?? '';
  const firstLine = text.includes('\n') ? text.indexOf('\n') : text.length;
  return placeOfRange(source, node, { offset: 0, length: firstLine });
}

/** The place of a node, or of its key if the target is the key, the node is empty or the path does not exist. */
function placeOfNode({ root, nodes, placeAt }: Source, located: Located, target: 'key' | 'value'): Place {
  const { node, key, complete } = located;
  const isEmpty = node === null || (isScalar(node) && node.range[0] === node.range[1]);
  if (key !== undefined && (target === 'key' || !complete || isEmpty)) return placeAt(key.range[0], key.range[1]);
  const marked = node ?? root;
  const [start, end] = marked.range;
  const rejoined = nodes.rejoined.get(marked);
  if (rejoined !== undefined) return placeAt(start, start + rejoined.length);
  const firstKey = !complete && isMap(marked) ? marked.items[0]?.key : undefined;
  return placeAt(start, firstKey?.range[1] ?? end);
}

/** The document of a parsed file; `root` and `nodes` come from the same `text`. */
export function createDocument(file: string, text: string, root: ParsedNode, nodes: ConvertedNodes): ProfileDocument {
  const source: Source = { text, root, nodes, placeAt: placesIn(file, text) };
  return {
    file,
    texts: new Map([[file, text]]),
    value: nodes.value,
    isFollowUp: () => false,
    usedParts: new Set(),
    usedAt: () => undefined,
    place: (path, target = 'value', range) => {
      const located = locate(root, path, nodes);
      const { node, complete } = located;
      const content = node !== null && isAlias(node) ? (nodes.targets.get(node) ?? node) : node;
      if (complete && content !== null) {
        const rangePlace = range && placeOfRange(source, content, range);
        if (rangePlace !== undefined) return rangePlace;
        const blockPlace = target === 'value' ? placeOfBlock(source, content) : undefined;
        if (blockPlace !== undefined) return blockPlace;
      }
      return placeOfNode(source, located, target);
    },
  };
}
