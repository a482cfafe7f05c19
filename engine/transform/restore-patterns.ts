/**
 * Repairs the tree of `a ?? b`. JSONata's parser copies the left side as JSON (`infix("??")` in its source), which turns a regular expression into an
 * empty object: the copy then matches nothing.
 */
import { isNode, type Node } from './syntax-tree.ts';

/** All nodes of regular expressions in a tree. */
function regexNodes(tree: unknown): readonly Node[] {
  if (Array.isArray(tree)) return tree.flatMap(regexNodes);
  if (!isNode(tree)) return [];
  return tree.type === 'regex' ? [tree] : Object.values(tree).flatMap(regexNodes);
}

/** Gives each copied node the pattern of the original, which has the same position. Changes the tree, which the interpreter evaluates. */
export function restorePatterns(tree: unknown): void {
  const nodes = regexNodes(tree);
  const patterns = new Map(
    nodes.flatMap(({ value, position }) => (value instanceof RegExp ? [[position, value]] : [])),
  );
  for (const node of nodes)
    if (!(node.value instanceof RegExp)) Object.assign(node, { value: patterns.get(node.position) });
}
