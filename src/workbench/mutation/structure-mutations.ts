/** Mutations of the YAML structure: entries that are missing, have the wrong sign, or another entry's value. */
import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Edit, inOneLine } from './edit.ts';

export type Path = readonly (string | number)[];

/** Keys of lists whose items are removed one at a time. */
const lists = new Set(['order', 'in', 'key', 'first', 'union', 'outcomes', 'prepare', 'write']);
/** Keys of maps whose entries are removed one at a time. */
const maps = new Set(['fields', 'attach', 'params', 'json', 'form', 'headers', 'on', 'lengths', 'digits', 'since']);
/** Keys that are removed wherever they are. */
const single = new Set([
  'where',
  'match',
  'since',
  'one',
  'refuse',
  'exists',
  'balance',
  'opening',
  'amounts',
  'when',
  'undo',
]);

const isIn = (keys: ReadonlySet<string>, value: string | number | undefined): boolean =>
  typeof value === 'string' && keys.has(value);

/** True below one of these keys, and in a named part of a request: every entry of a request's body is removed once, at any depth. */
const isInBody = (path: Path): boolean =>
  path.some((key) => key === 'json' || key === 'params' || key === 'form') ||
  (path[0] === 'parts' && path[2] === 'request');

/** The end of a node without the line break that ends a block. */
function endOf(text: string, node: ParsedNode | null): number {
  const end = node?.range[1] ?? 0;
  return text[end - 1] === '\n' ? end - 1 : end;
}

interface Sibling {
  readonly start: number;
  readonly end: number;
}

/** Removes one of several siblings together with what separates it from the next or previous one; none if it is the only one. */
function removal(
  siblings: readonly Sibling[],
  index: number,
  what: Pick<Edit, 'change' | 'subject' | 'kind'>,
): readonly Edit[] {
  const [sibling, next, before] = [siblings[index], siblings[index + 1], siblings[index - 1]];
  if (sibling === undefined) return [];
  if (next !== undefined) return [{ start: sibling.start, end: next.start, replacement: '', ...what }];
  if (before !== undefined) return [{ start: before.end, end: sibling.end, replacement: '', ...what }];
  return [];
}

const pairKey = (pair: Pair<ParsedNode, ParsedNode | null>): string =>
  isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : '';

/** The mutations of the entries of one map. `path`: of the map. */
function mapMutations(text: string, map: YAMLMap<ParsedNode, ParsedNode | null>, path: Path): readonly Edit[] {
  const siblings = map.items.map(({ key, value }) => ({ start: key.range[0], end: endOf(text, value ?? key) }));
  const isCode = path.at(-2) === 'codes';
  return map.items.flatMap((pair, index) => {
    const key = pairKey(pair);
    const isRemoved = isIn(maps, path.at(-1)) || isCode || isInBody(path) || single.has(key);
    const siblingRange = siblings[index];
    const shown = inOneLine(siblingRange === undefined ? key : text.slice(siblingRange.start, siblingRange.end));
    const what = { change: `without the entry ${shown}`, kind: isCode ? 'code' : 'entry', subject: shown } as const;
    const removed = isRemoved ? removal(siblings, index, what) : [];
    return isCode ? [...removed, ...otherCode(text, map, pair)] : removed;
  });
}

/** Another value of the same `codes` map in place of this one. */
function otherCode(
  text: string,
  map: YAMLMap<ParsedNode, ParsedNode | null>,
  { value }: Pair<ParsedNode, ParsedNode | null>,
): readonly Edit[] {
  if (!isScalar(value)) return [];
  const other = map.items.map((pair) => pair.value).find((one) => isScalar(one) && one.value !== value.value);
  if (!isScalar(other) || other.range === undefined || other.range === null) return [];
  const [start, end] = [value.range[0], value.range[1]];
  const replacement = text.slice(other.range[0], other.range[1]);
  const [subject, change] = [text.slice(start, end), `code ${text.slice(start, end)} made ${replacement}`];
  return [{ start, end, replacement, change, kind: 'code', subject }];
}

/** The mutations of the items of one list. `path`: of the list. */
function listMutations(text: string, list: YAMLSeq<ParsedNode>, path: Path): readonly Edit[] {
  const siblings = list.items.map((item) => ({ start: item.range[0], end: endOf(text, item) }));
  const isOrder = path.at(-1) === 'order';
  return list.items.flatMap((item, index) => {
    const shown = inOneLine(text.slice(item.range[0], endOf(text, item)));
    const isRemoved = isIn(lists, path.at(-1)) || isInBody(path);
    const what = {
      change: `without the item ${shown}`,
      kind: isOrder ? 'direction' : 'entry',
      subject: shown,
    } as const;
    const removed = isRemoved ? removal(siblings, index, what) : [];
    return isOrder ? [...removed, ...otherOrder(text, item)] : removed;
  });
}

/** The opposite direction of an item of `order`. */
function otherOrder(text: string, item: ParsedNode): readonly Edit[] {
  if (!isScalar(item) || typeof item.value !== 'string') return [];
  const [start, end] = [item.range[0], item.range[1]];
  const replacement = item.value.startsWith('-') ? item.value.slice(1) : `"-${item.value}"`;
  const [subject, change] = [text.slice(start, end), `order ${text.slice(start, end)} reversed`];
  return [{ start, end, replacement, change, kind: 'direction', subject }];
}

/** The mutations of a node that is no scalar. */
export function structureMutations(text: string, node: ParsedNode, path: Path): readonly Edit[] {
  if (isMap(node)) return mapMutations(text, node, path);
  return isSeq(node) ? listMutations(text, node, path) : [];
}
