/** The structure of a profile for editors: its symbols, and the parts that can be folded. */
import { type Document, isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import { composeYaml } from '../../../../engine/tools/index.ts';
import { linesOf, type Range } from '../text/positions.ts';

export interface ProfileSymbol {
  readonly name: string;
  /** What it is for an editor: a section, an endpoint, a key. */
  readonly kind: 'section' | 'endpoint' | 'key';
  /** With its value. */
  readonly range: Range;
  /** The key alone. */
  readonly nameRange: Range;
  readonly children: readonly ProfileSymbol[];
}

/** A part of the text that an editor can fold, by its first and last line from 0. */
export interface Folding {
  readonly start: number;
  readonly end: number;
}

/** Levels of symbols: sections, their entries, and the keys of an endpoint. */
const deepest = 3;

/** The last text: an editor asks for its symbols and its foldings one after the other. */
let last: { readonly text: string; readonly document: Document.Parsed | undefined } | undefined;

/** The document; undefined for a text that is no YAML. */
function documentOf(text: string): Document.Parsed | undefined {
  if (last?.text === text) return last.document;
  const composed = composeYaml(text);
  const document = composed.ok && composed.document.errors.length === 0 ? composed.document : undefined;
  last = { text, document };
  return document;
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
  readonly key: readonly [start: number, end: number];
  /** Offset behind the value. */
  readonly end: number;
}

function entriesOf(node: unknown): readonly Entry[] {
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }: Pair): readonly Entry[] => {
    const keyRange = isScalar(key) ? key.range : undefined;
    if (!isScalar(key) || keyRange === undefined || keyRange === null) return [];
    const [start, keyEnd] = keyRange;
    const valueEnd = isNode(value) ? value.range?.[1] : undefined;
    return [{ name: String(key.value), value, key: [start, keyEnd], end: Math.max(keyEnd, valueEnd ?? keyEnd) }];
  });
}

/** The symbols of a profile, in the order of the text. None for a text that is no YAML. */
export function symbolsOf(text: string): readonly ProfileSymbol[] {
  const lines = linesOf(text);
  const symbols = (node: unknown, level: number): readonly ProfileSymbol[] =>
    level > deepest
      ? []
      : entriesOf(node).map(({ name, value, key, end }) => ({
          name,
          kind: level === 1 ? 'section' : name.startsWith('/') ? 'endpoint' : 'key',
          range: lines.rangeOf({ start: key[0], end }),
          nameRange: lines.rangeOf({ start: key[0], end: key[1] }),
          children: symbols(value, level + 1),
        }));
  return symbols(documentOf(text)?.contents, 1);
}

/** The maps, lists and texts of several lines. */
export function foldingsOf(text: string): readonly Folding[] {
  const lines = linesOf(text);
  const lineAt = (offset: number): number => lines.positionAt(offset).line;
  const foldings: Folding[] = [];
  function fold(node: unknown): void {
    for (const { value, key, end } of entriesOf(node)) {
      // A block ends with its line break.
      const behind = text.slice(0, end).trimEnd().length;
      const [start, last] = [lineAt(key[0]), lineAt(behind)];
      if (last > start) foldings.push({ start, end: last });
      fold(value);
    }
    if (isSeq(node)) for (const item of node.items) fold(item);
  }
  fold(documentOf(text)?.contents);
  return foldings;
}
