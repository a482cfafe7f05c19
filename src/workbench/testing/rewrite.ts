/**
 * Rewrites the expectations of a case file. Only values that differ are replaced, in their existing style; comments
 * and layout are preserved.
 */
import { isCollection, isMap, isNode, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { type Expectation, isJsonObject } from '../../../engine/tools/index.ts';
import { createNode, nameOf, nodeText, scalarText, updateNode } from './yaml-nodes.ts';

/** The index of a case, its current and its new expectation. */
export interface Rewrite {
  readonly index: number;
  readonly before: Expectation;
  readonly after: Expectation;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Maximum length of a line with a value in brackets; longer values become blocks. */
const longestLine = 140;

/** Start and end of a node, without trailing line breaks and comments. */
function spanOf(text: string, { range }: Node): readonly [number, number] {
  const [start, end] = range ?? [0, 0];
  return [start, start + text.slice(start, end).trimEnd().length];
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** Indents a block whose first line starts at `column`. */
const indented = (block: string, column: number): string => block.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(column)}`);

/** Replaces the value of a node. `block`: the column of its key, if the value may become a block below it. */
function replace(text: string, node: Node, before: unknown, after: unknown, block: number | undefined): Edit {
  const [start, end] = spanOf(text, node);
  if (typeof after !== 'object' || !(Array.isArray(after) || isJsonObject(after)))
    return { start, end, text: scalarText(after) };
  const isBlock = isCollection(node) && node.flow !== true;
  const updatedNode = updateNode(node, before, after);
  if (isBlock) return { start, end, text: indented(nodeText(updatedNode), columnOf(text, start)) };
  if (isCollection(updatedNode)) updatedNode.flow = true;
  const column = columnOf(text, start);
  // Comments in the value make it multi-line.
  const line = indented(nodeText(updatedNode), column);
  const isLong = !line.includes('\n') && column + line.length > longestLine;
  if (block === undefined || !isLong) return { start, end, text: line };
  const below = block + 2;
  const gap = text.slice(0, start).trimEnd().length;
  return { start: gap, end, text: `\n${' '.repeat(below)}${indented(nodeText(createNode(after)), below)}` };
}

/** The edits that change a value from `before` to `after`. Equal parts are identical objects: see `likeExpected`. */
function editsOf(text: string, node: unknown, before: unknown, after: unknown, block?: number): readonly Edit[] {
  if (before === after) return [];
  if (!isNode(node)) throw new Error('A case that is to be written anew has no value where one is expected.');
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return node.items.flatMap((item, index) => editsOf(text, item, before[index], after[index]));
  if (isMap(node) && isJsonObject(before) && isJsonObject(after)) {
    const names = Object.keys(before);
    if (names.length === Object.keys(after).length && names.every((name) => Object.hasOwn(after, name)))
      return node.items.flatMap((pair) => {
        const name = nameOf(pair);
        // `{ hits }` in brackets: a key without a colon, whose value is null.
        if (!isNode(pair.value)) return valueBehind(pair.key, before[name], after[name]);
        const key = node.flow !== true && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
        return editsOf(
          text,
          pair.value,
          before[name],
          after[name],
          key === undefined ? undefined : columnOf(text, key),
        );
      });
  }
  return [replace(text, node, before, after, block)];
}

/** Adds a value behind a key that has none. */
function valueBehind(key: unknown, before: unknown, after: unknown): readonly Edit[] {
  const end = isNode(key) ? key.range?.[1] : undefined;
  if (before === after || end === undefined) return [];
  return [{ start: end, end, text: `: ${inBrackets(after)}` }];
}

/** A value as it is written inside of brackets, on one line. */
function inBrackets(value: unknown): string {
  if (typeof value !== 'object' || !(Array.isArray(value) || isJsonObject(value))) return scalarText(value);
  const node = createNode(value);
  if (isCollection(node)) node.flow = true;
  return nodeText(node);
}

function editsOfCase(text: string, one: YAMLMap, { before, after }: Rewrite): readonly Edit[] {
  const pair = one.items.find((item) => nameOf(item) === before.key);
  if (!isScalar(pair?.key) || !isNode(pair.value)) throw new Error(`A case has no \`${before.key}\`.`);
  const start = pair.key.range?.[0] ?? 0;
  const column = columnOf(text, start);
  // No block can be inside of brackets.
  const isFlow = one.flow === true;
  if (before.key === after.key)
    return editsOf(text, pair.value, before.value, after.value, isFlow ? undefined : column);
  const [, end] = spanOf(text, pair.value);
  if (isFlow) return [{ start, end, text: `${after.key}: ${inBrackets(after.value)}` }];
  return [{ start, end, text: indented(nodeText(createNode({ [after.key]: after.value })), column) }];
}

/** The text with all expectations rewritten. `given` must be a valid case file. */
export function rewriteCases(given: string, rewrites: readonly Rewrite[]): string {
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const text = given.slice(mark.length);
  const cases = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' }).get(
    'cases',
  );
  const edits = rewrites.flatMap((rewrite) => {
    const one = isSeq(cases) ? cases.items[rewrite.index] : undefined;
    return isMap(one) ? editsOfCase(text, one, rewrite) : [];
  });
  const lastFirst = [...edits].sort((one, other) => other.start - one.start);
  return (
    mark +
    lastFirst.reduce(
      (whole, { start, end, text: replacement }) => whole.slice(0, start) + replacement + whole.slice(end),
      text,
    )
  );
}
