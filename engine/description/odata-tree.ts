/** The syntax tree of an expression of OData. */
import type { ODataToken } from './odata-tokens.ts';

/** Two parts with an operator between them. */
interface BinaryNode {
  readonly operator: ODataToken;
  readonly left: ODataNode;
  readonly right: ODataNode;
}

/** The names of a path. The last one may be `$count`. */
export type PathSteps = readonly [ODataToken, ...ODataToken[]];

export type ODataNode =
  /** A value, also `null`, `true` and `false`. */
  | { readonly kind: 'literal'; readonly token: ODataToken }
  | { readonly kind: 'path'; readonly steps: PathSteps }
  /** `any` and `all` over the list at a path. Without a condition the list has an item. */
  | {
      readonly kind: 'quantified';
      readonly steps: PathSteps;
      readonly quantifier: ODataToken;
      readonly over: { readonly variable: ODataToken; readonly condition: ODataNode } | undefined;
    }
  | { readonly kind: 'call'; readonly token: ODataToken; readonly args: readonly ODataNode[] }
  | { readonly kind: 'not'; readonly token: ODataToken; readonly inner: ODataNode }
  /** `and`, `or`. */
  | ({ readonly kind: 'logical' } & BinaryNode)
  | ({ readonly kind: 'comparison' } & BinaryNode)
  | {
      readonly kind: 'in';
      readonly operator: ODataToken;
      readonly left: ODataNode;
      readonly items: readonly ODataNode[];
    }
  | ({ readonly kind: 'arithmetic' } & BinaryNode);

/** A term of `$orderby`. */
export interface OrderTerm {
  readonly expression: ODataNode;
  readonly isDescending: boolean;
}

function childrenOf(node: ODataNode): readonly ODataNode[] {
  switch (node.kind) {
    case 'literal':
    case 'path':
      return [];
    case 'quantified':
      return node.over === undefined ? [] : [node.over.condition];
    case 'call':
      return node.args;
    case 'not':
      return [node.inner];
    case 'in':
      return [node.left, ...node.items];
    case 'logical':
    case 'comparison':
    case 'arithmetic':
      return [node.left, node.right];
  }
}

/** The node and all nodes below it. */
export const nodesIn = (node: ODataNode): readonly ODataNode[] => [node, ...childrenOf(node).flatMap(nodesIn)];
