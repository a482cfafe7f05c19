/** Replaces values in YAML nodes. Comments and styles of unchanged parts are preserved. */
import { type Document, isCollection, isMap, isNode, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';
import { isJsonObject } from '../../../engine/tools/index.ts';
import { documentOf } from './yaml-text.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The name of a member; numbers as written. */
export const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.source ?? key.value) : '');

/** Lines are never folded, and texts with line breaks are not split. */
const style = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const;

/** A new document, whose texts can be written in brackets. */
function freshDocument(value: unknown): Document {
  const document = documentOf(value);
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document;
}

/** A node's text, without a final line break and surrounding comments. A block starts at the first column. */
export function nodeText(node: Node | null): string {
  const document = documentOf(null);
  if (node !== null) Object.assign(node, { commentBefore: null, comment: null, spaceBefore: false });
  document.contents = node;
  return document.toString(style).trimEnd();
}

/** A scalar value, quoted so that it is valid inside and outside of brackets. */
export function scalarText(value: unknown): string {
  const document = freshDocument([value]);
  if (isSeq(document.contents)) document.contents.flow = true;
  return document
    .toString({ ...style, flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1);
}

/** A new node; in brackets if all of its siblings are. */
export function createNode(value: unknown, siblings: readonly unknown[] = []): Node | null {
  const node = freshDocument(value).contents;
  const inBrackets = siblings.length > 0 && siblings.every((other) => isCollection(other) && other.flow === true);
  if (isCollection(node) && inBrackets) node.flow = true;
  return node;
}

/** The node with the value `after` instead of `before`: changed in place where possible. */
export function updateNode(node: Node, before: unknown, after: unknown): Node | null {
  if (before === after) return node;
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const old = node.items;
    node.items = after.map((item: unknown, index) => {
      const oldItem = old[index];
      return isNode(oldItem) ? updateNode(oldItem, before[index], item) : createNode(item, old);
    });
    return node;
  }
  if (isMap(node) && isJsonObject(before) && isJsonObject(after)) {
    node.items = node.items.filter((pair) => Object.hasOwn(after, nameOf(pair)));
    for (const [name, value] of Object.entries(after)) {
      const pair = node.items.find((one) => nameOf(one) === name);
      if (pair === undefined) node.set(name, createNode(value));
      else if (isNode(pair.value)) pair.value = updateNode(pair.value, before[name], value);
    }
    return node;
  }
  const other = createNode(after);
  if (other !== null && isScalar(node) && node.comment) other.comment = node.comment;
  return other;
}
