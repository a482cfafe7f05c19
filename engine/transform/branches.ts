/**
 * The ways that a JSONata expression can go, watched in a trial. JSONata's evaluator reads a part of a node when it evaluates that part, and
 * no sooner: `then` where a condition holds, `rhs` of `and` and `or` where the left side does not decide. So a property that notes its being
 * read changes nothing else, where a node put around the part would be a scope of its own.
 */
import type { Mark } from '../base/coverage.ts';

/** Told of each way: `offset` and `length` in the expression's text. */
export type WatchBranch = (way: { readonly offset: number; readonly length: number; readonly what: string }) => Mark;

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces a property by one that tells when it is read. */
function onRead(node: Node, key: string, note: () => void): void {
  const part = node[key];
  const get = (): unknown => {
    note();
    return part;
  };
  Object.defineProperty(node, key, { enumerable: true, get });
}

/** A node goes the first way unless its second part is read. A first part that fails counts as the first way; its case fails as well. */
function watchTwo(node: Node, [first, second]: readonly [string, string], firstWay: Mark, secondWay: Mark): void {
  onRead(node, first, () => firstWay());
  onRead(node, second, () => {
    firstWay(-1);
    secondWay();
  });
}

/** What the ways are called, by operator: the first without the second part of the node. */
const waysOf: Readonly<Record<string, readonly [string, string]>> = {
  '?': ['`?` where the condition does not hold', '`?` where the condition holds'],
  '?:': ['`?:` with the value on its right', '`?:` with the value on its left'],
  '??': ['`??` with the value on its right', '`??` with the value on its left'],
  and: ['`and` that its left side decides', '`and` that its right side decides'],
  or: ['`or` that its left side decides', '`or` that its right side decides'],
};

/** JSONata notes where an operator ends. */
function watchNode(node: Node, parts: readonly [string, string], text: string, watch: WatchBranch): void {
  const end = typeof node.position === 'number' ? node.position : 0;
  const sign = /(?:\?\?|\?:|\?|and|or)$/.exec(text.slice(0, end))?.[0] ?? '?';
  const [firstWay = sign, secondWay = sign] = waysOf[sign] ?? [];
  const at = { offset: Math.max(0, end - sign.length), length: sign.length };
  watchTwo(node, parts, watch({ ...at, what: firstWay }), watch({ ...at, what: secondWay }));
}

/** The nodes of a tree that an expression can go two ways at, inner ones first, with what decides and what the decision may leave out. */
function forksOf(tree: unknown): readonly (readonly [Node, readonly [string, string]])[] {
  const forks: (readonly [Node, readonly [string, string]])[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const part of Object.values(value)) visit(part);
    if (!isNode(value)) return;
    if (value.type === 'condition') forks.push([value, ['condition', 'then']]);
    if (value.type === 'binary' && (value.value === 'and' || value.value === 'or')) forks.push([value, ['lhs', 'rhs']]);
  };
  visit(tree);
  return forks;
}

/** Whether the expression of a syntax tree (of JSONata's `ast()`) can go more than one way. */
export const hasBranches = (tree: unknown): boolean => forksOf(tree).length > 0;

/** Watches the expression with this text, whose syntax tree is changed in place. */
export function watchBranches(tree: unknown, text: string, watch: WatchBranch): void {
  for (const [node, parts] of forksOf(tree)) watchNode(node, parts, text, watch);
}
