/**
 * Branch coverage of JSONata expressions. JSONata's evaluator reads a part of a node only when it evaluates that part: `then` if the condition
 * holds, `rhs` of `and` and `or` if the left side does not decide. A getter that records the access therefore does not change the result, while a
 * wrapper node would open a new scope.
 */
import type { Mark } from '../base/coverage.ts';

/** Called for each branch with its position in the expression's text. Returns the function that counts it. */
export type WatchBranch = (branch: { readonly offset: number; readonly length: number; readonly what: string }) => Mark;

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces a property with a getter that calls `record`. */
function onRead(node: Node, key: string, record: () => void): void {
  const part = node[key];
  const get = (): unknown => {
    record();
    return part;
  };
  Object.defineProperty(node, key, { enumerable: true, get });
}

/** Counts the first branch unless the second part is read. An error in the first part counts as the first branch. */
function watchParts(node: Node, [first, second]: readonly [string, string], markFirst: Mark, markSecond: Mark): void {
  onRead(node, first, () => markFirst());
  onRead(node, second, () => {
    markFirst(-1);
    markSecond();
  });
}

/** Names of the two branches by operator. The first one does not evaluate the second part of the node. */
const branchNames: Readonly<Record<string, readonly [string, string]>> = {
  '?': ['`?` where the condition does not hold', '`?` where the condition holds'],
  '?:': ['`?:` with the value on its right', '`?:` with the value on its left'],
  '??': ['`??` with the value on its right', '`??` with the value on its left'],
  and: ['`and` that its left side decides', '`and` that its right side decides'],
  or: ['`or` that its left side decides', '`or` that its right side decides'],
};

/** JSONata records where an operator ends. */
function watchNode(node: Node, parts: readonly [string, string], text: string, watch: WatchBranch): void {
  const end = typeof node.position === 'number' ? node.position : 0;
  const operator = /(?:\?\?|\?:|\?|and|or)$/.exec(text.slice(0, end))?.[0] ?? '?';
  const [first = operator, second = operator] = branchNames[operator] ?? [];
  const at = { offset: Math.max(0, end - operator.length), length: operator.length };
  watchParts(node, parts, watch({ ...at, what: first }), watch({ ...at, what: second }));
}

/** The nodes of a tree with two branches, inner nodes first, each with the keys of the deciding part and of the part that may be skipped. */
function branchNodes(tree: unknown): readonly (readonly [Node, readonly [string, string]])[] {
  const nodes: (readonly [Node, readonly [string, string]])[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const part of Object.values(value)) visit(part);
    if (!isNode(value)) return;
    if (value.type === 'condition') nodes.push([value, ['condition', 'then']]);
    if (value.type === 'binary' && (value.value === 'and' || value.value === 'or')) nodes.push([value, ['lhs', 'rhs']]);
  };
  visit(tree);
  return nodes;
}

/** Whether a syntax tree of JSONata's `ast()` has branches. */
export const hasBranches = (tree: unknown): boolean => branchNodes(tree).length > 0;

/** Watches the branches of the expression with this text. Its syntax tree is changed in place. */
export function watchBranches(tree: unknown, text: string, watch: WatchBranch): void {
  for (const [node, parts] of branchNodes(tree)) watchNode(node, parts, text, watch);
}
