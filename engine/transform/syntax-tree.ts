/** Nodes of JSONata's syntax tree, which the library does not type. */
import type { ExpressionRange } from './value-type.ts';

export type Node = Readonly<Record<string, unknown>>;

/** True for any object that is no array: the trees of the JSONata parser have no other mark of a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The nodes of a list in their order; empty for what is no list. */
export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The length of a node's text before its position: JSONata records where a word or operator ends. */
function lengthOf(node: Node): number {
  switch (node.type) {
    case 'string':
      return String(node.value).length + 2;
    case 'variable':
      return String(node.value).length + 1;
    case 'name':
    case 'number':
    case 'value':
    case 'binary':
      return String(node.value).length;
    default:
      return 1;
  }
}

/** The part of the text that a node is reported at: its word, operator or opening bracket; for a path, all of its steps. */
export function rangeOf(node: Node): ExpressionRange {
  const steps = node.type === 'path' ? nodesOf(node.steps) : [];
  const [first, last] = [steps[0], steps.at(-1)];
  if (first !== undefined && last !== undefined) {
    const [from, to] = [rangeOf(first), rangeOf(last)];
    return { offset: from.offset, length: Math.max(1, to.offset + to.length - from.offset) };
  }
  const named = node.type === 'function' && isNode(node.procedure) ? node.procedure : node;
  const end = typeof named.position === 'number' ? named.position : 0;
  const length = lengthOf(named);
  return { offset: Math.max(0, end - length), length };
}
