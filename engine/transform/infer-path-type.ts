/** Infers the type of a path, such as `lines[qty > 1].amount`, step by step. */

import { isNode, type Node, nodesOf, rangeOf } from './syntax-tree.ts';
import { mayBeMany, nothingType, sequenceOf, singleTypes, unionOf, unknownType, type ValueType } from './value-type.ts';

interface AnyFault {
  /** The name or text in the expression. */
  readonly name: string;
  readonly offset: number;
}

/** A part of an expression that does not fit the type of its input. */
export type InferenceFault =
  /** A name that is looked up in a value without such a member. `among`: the members; undefined if the value cannot have members. */
  | (AnyFault & { readonly kind: 'member'; readonly among: readonly string[] | undefined })
  /** A text that an enumeration is compared with, and that is none of its values. */
  | (AnyFault & { readonly kind: 'value'; readonly among: readonly string[] })
  /** A text that only some values of an enumeration contain. */
  | (AnyFault & { readonly kind: 'part'; readonly among: readonly string[]; readonly matching: readonly string[] });

/** The scope of a part of an expression, and the faults found so far. */
export interface InferenceScope {
  /** The value that names are looked up in. */
  readonly input: ValueType;
  /** The input of the whole expression. Its names are checked by the compiler, not here. */
  readonly root: ValueType;
  readonly variables: ReadonlyMap<string, ValueType>;
  readonly faults: InferenceFault[];
}

type Infer = (node: Node, scope: InferenceScope) => ValueType;

/** Infers the nodes inside a path: as a whole, or as a step, without the filters and groups that the path applies. */
export interface NodeInference {
  readonly whole: Infer;
  readonly step: Infer;
}

function member(node: Node, value: ValueType, scope: InferenceScope): ValueType {
  const name = String(node.value);
  const all = singleTypes(value);
  const values = all.filter(({ kind }) => kind !== 'nothing');
  if (values.length === 0) return nothingType;
  const memberTypes: ValueType[] = [];
  let isOpen = false;
  for (const one of values) {
    if (one.kind === 'object') {
      const existing = one.members.get(name);
      if (existing !== undefined) memberTypes.push(existing.type);
      else if (one.open) isOpen = true;
    } else if (one.kind === 'unknown' || one.kind === 'function') isOpen = true;
  }
  if (isOpen) return unionOf([...memberTypes, unknownType]);
  if (memberTypes.length === 0 && value === scope.root) return unknownType;
  if (memberTypes.length === 0) {
    const objects = values.flatMap((one) => (one.kind === 'object' ? [...one.members.keys()] : []));
    const among = values.some(({ kind }) => kind === 'object') ? [...new Set(objects)] : undefined;
    scope.faults.push({ kind: 'member', name, offset: rangeOf(node).offset, among });
    return unknownType;
  }
  return unionOf(memberTypes.length < all.length ? [...memberTypes, nothingType] : memberTypes);
}

/**
 * The type after a filter. A number selects one value for each value of the previous step (`isMapped`: there may be several); a condition
 * selects any number of values.
 */
function inferFilter(
  value: ValueType,
  stage: Node,
  isMapped: boolean,
  scope: InferenceScope,
  { whole }: NodeInference,
): ValueType {
  const items = unionOf(singleTypes(value));
  const { expr } = stage;
  if (!isNode(expr)) return value;
  if (expr.type === 'number') return isMapped ? sequenceOf(items) : unionOf([items, nothingType]);
  whole(expr, { ...scope, input: items });
  return mayBeMany(value) ? sequenceOf(items) : unionOf([items, nothingType]);
}

function inferStep(
  node: Node,
  value: ValueType,
  isFirst: boolean,
  scope: InferenceScope,
  inference: NodeInference,
): ValueType {
  if (node.type === 'name') {
    const memberType = member(node, value, scope);
    // A list that is a member of a single value remains a list.
    return mayBeMany(value) ? sequenceOf(unionOf(singleTypes(memberType))) : memberType;
  }
  if (node.type === 'sort') {
    const items = unionOf(singleTypes(value));
    for (const { expression } of nodesOf(node.terms))
      if (isNode(expression)) inference.whole(expression, { ...scope, input: items });
    return sequenceOf(items);
  }
  if (isFirst) return inference.step(node, scope);
  const given = inference.step(node, { ...scope, input: unionOf(singleTypes(value)) });
  if (!mayBeMany(value)) return given;
  // Array constructors are not flattened, unless there is a single one.
  const isWritten = node.type === 'unary' && node.value === '[';
  return isWritten ? unknownType : sequenceOf(given.kind === 'list' ? given.items : given);
}

/** Infers the type of a path. It is unknown if a step binds its value (`@$x`) or refers to its parent (`%`). */
export function inferPath(path: Node, scope: InferenceScope, inference: NodeInference): ValueType {
  let value = scope.input;
  const variables = new Map(scope.variables);
  for (const [index, step] of nodesOf(path.steps).entries()) {
    if ('focus' in step || 'ancestor' in step || step.type === 'parent') return unknownType;
    const here = { ...scope, variables };
    const isMapped = mayBeMany(value);
    value = inferStep(step, value, index === 0, here, inference);
    const stages = [...nodesOf(step.stages), ...nodesOf(step.predicate)];
    for (const stage of stages)
      if (stage.type === 'filter') value = inferFilter(value, stage, isMapped, here, inference);
    if (typeof step.index === 'string') variables.set(step.index, { kind: 'number' });
  }
  if (path.group !== undefined) return unknownType;
  return path.keepSingletonArray === true ? { kind: 'list', items: unionOf(singleTypes(value)) } : value;
}
