/** The syntax tree that is compiled: the part of JSONata's `ast()` that has no tuples, parents, transforms and partial applications. */

import type { Check } from '../library/signature.ts';

interface Common {
  /** Position in the text: behind the operator or word. 0 if JSONata records none. */
  readonly position: number;
  /** `[]` follows. */
  readonly keepArray: boolean;
  readonly filters: readonly Node[];
  readonly group: readonly Pair[] | undefined;
}

/** Key and value of a member that an expression constructs. */
export interface Pair {
  readonly key: Node;
  readonly value: Node;
}

export interface Term {
  readonly expression: Node;
  readonly descending: boolean;
}

/** A step of a path. `filters` are applied to what the step gives for one item. */
export type Step =
  | { readonly kind: 'sort'; readonly terms: readonly Term[]; readonly filters: readonly Node[] }
  | { readonly kind: 'node'; readonly node: Node; readonly filters: readonly Node[] };

const numericOperators = ['+', '-', '*', '/', '%'] as const;
const comparisonOperators = ['<', '<=', '>', '>='] as const;
const otherOperators = ['=', '!=', '&', '..', 'in', 'and', 'or'] as const;
export const operators = [...numericOperators, ...comparisonOperators, ...otherOperators] as const;
export type Operator = (typeof operators)[number];
export type NumericOperator = (typeof numericOperators)[number];

export type Node = Common &
  (
    | { readonly type: 'literal'; readonly value: string | number | boolean | null }
    | { readonly type: 'name'; readonly name: string }
    | { readonly type: 'path'; readonly steps: readonly Step[]; readonly keepSingleton: boolean }
    | { readonly type: 'binary'; readonly operator: Operator; readonly left: Node; readonly right: Node }
    | { readonly type: 'negate'; readonly operand: Node }
    | { readonly type: 'array'; readonly items: readonly Node[]; readonly cons: boolean }
    | { readonly type: 'object'; readonly pairs: readonly Pair[] }
    | { readonly type: 'wildcard' | 'descendants' }
    | {
        readonly type: 'condition';
        readonly condition: Node;
        readonly then: Node;
        readonly otherwise: Node | undefined;
        /** What the condition tests if it is about `then` itself: its truth in `a ?: b`, whether it exists in `a ?? b`. */
        readonly about: 'truth' | 'existence' | undefined;
      }
    /** `cons`: begins with an array constructor, and is evaluated once as the first step of a path. */
    | { readonly type: 'block'; readonly parts: readonly Node[]; readonly cons: boolean }
    | { readonly type: 'bind'; readonly name: string; readonly value: Node }
    | { readonly type: 'regex'; readonly pattern: RegExp }
    | { readonly type: 'variable'; readonly name: string }
    /** `tail`: the last position of a function's body, from which JSONata returns before it calls. */
    | { readonly type: 'call'; readonly procedure: Node; readonly values: readonly Node[]; readonly tail: boolean }
    | {
        readonly type: 'lambda';
        readonly parameters: readonly string[];
        /** Checks the arguments, if the function has a signature, and adds the context for a missing one. */
        readonly check: Check | undefined;
        readonly body: Node;
      }
    | { readonly type: 'apply'; readonly left: Node; readonly right: Node }
  );

export type NodeOf<Type extends Node['type']> = Extract<Node, { readonly type: Type }>;

/** The nodes directly inside a node. */
export function partsOf(node: Node): readonly Node[] {
  const grouped = (node.group ?? []).flatMap(({ key, value }) => [key, value]);
  return [...ownParts(node), ...node.filters, ...grouped];
}

function ownParts(node: Node): readonly Node[] {
  switch (node.type) {
    case 'literal':
    case 'name':
    case 'wildcard':
    case 'descendants':
    case 'regex':
    case 'variable':
      return [];
    case 'path':
      return node.steps.flatMap((step) => [
        ...(step.kind === 'sort' ? step.terms.map(({ expression }) => expression) : [step.node]),
        ...step.filters,
      ]);
    case 'binary':
    case 'apply':
      return [node.left, node.right];
    case 'negate':
      return [node.operand];
    case 'array':
      return node.items;
    case 'object':
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    case 'condition':
      return [node.condition, node.then, ...(node.otherwise === undefined ? [] : [node.otherwise])];
    case 'block':
      return node.parts;
    case 'bind':
      return [node.value];
    case 'call':
      return [node.procedure, ...node.values];
    case 'lambda':
      return [node.body];
  }
}

/** The largest number of nodes inside each other, without the bodies of functions: those are counted when they are called. */
export function depthOf(node: Node): number {
  if (node.type === 'lambda') return 1;
  return 1 + partsOf(node).reduce((depth, part) => Math.max(depth, depthOf(part)), 0);
}

/** The variables that a block or a function defines, without those of blocks and functions inside it. */
export function definedIn(parts: readonly Node[]): readonly string[] {
  return parts.flatMap((part) => [
    ...(part.type === 'bind' ? [part.name] : []),
    ...(part.type === 'block' || part.type === 'lambda' ? outside(part) : definedIn(partsOf(part))),
  ]);
}

/** Filters and groups of a block are outside of its variables. */
function outside(node: Node): readonly string[] {
  return definedIn([...node.filters, ...(node.group ?? []).flatMap(({ key, value }) => [key, value])]);
}
