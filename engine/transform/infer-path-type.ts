/** What a path of an expression gives: `lines[qty > 1].amount`, step by step. */

import { isNode, type Node, nodesOf, spotOf } from './syntax-tree.ts';
import { mayBeMany, nothingType, sequenceOf, singleTypes, unionOf, unknownType, type ValueType } from './value-type.ts';

/** A name that is looked up in a value which has no such member. */
export interface MemberFault {
  readonly name: string;
  readonly offset: number;
  /** The members that there are; undefined where the value is none that has any. */
  readonly among: readonly string[] | undefined;
}

/** Where an expression is being read: what its names and variables stand for, and what was found wrong. */
export interface InferenceScope {
  /** What names are looked up in. */
  readonly input: ValueType;
  /** The input of the whole expression, whose own names are checked elsewhere. */
  readonly root: ValueType;
  readonly variables: ReadonlyMap<string, ValueType>;
  readonly faults: MemberFault[];
}

type Read = (node: Node, scope: InferenceScope) => ValueType;

/** How other nodes are read: as a whole, or as a step, without what the path does to its value. */
export interface InferNode {
  readonly whole: Read;
  readonly step: Read;
}

function member(node: Node, value: ValueType, scope: InferenceScope): ValueType {
  const name = String(node.value);
  const all = singleTypes(value);
  const values = all.filter(({ kind }) => kind !== 'nothing');
  if (values.length === 0) return nothingType;
  const found: ValueType[] = [];
  let isOpen = false;
  for (const one of values) {
    if (one.kind === 'object') {
      const own = one.members.get(name);
      if (own !== undefined) found.push(own.type);
      else if (one.open) isOpen = true;
    } else if (one.kind === 'unknown' || one.kind === 'function') isOpen = true;
  }
  if (isOpen) return unionOf([...found, unknownType]);
  if (found.length === 0 && value === scope.root) return unknownType;
  if (found.length === 0) {
    const objects = values.flatMap((one) => (one.kind === 'object' ? [...one.members.keys()] : []));
    const among = values.some(({ kind }) => kind === 'object') ? [...new Set(objects)] : undefined;
    scope.faults.push({ name, offset: spotOf(node).offset, among });
    return unknownType;
  }
  return unionOf(found.length < all.length ? [...found, nothingType] : found);
}

/** What a filter leaves: one value where it counts, of each value of the step before; else some of them. */
function filtered(
  value: ValueType,
  stage: Node,
  isMapped: boolean,
  scope: InferenceScope,
  { whole }: InferNode,
): ValueType {
  const items = unionOf(singleTypes(value));
  const { expr } = stage;
  if (!isNode(expr)) return value;
  if (expr.type === 'number') return isMapped ? sequenceOf(items) : unionOf([items, nothingType]);
  whole(expr, { ...scope, input: items });
  return mayBeMany(value) ? sequenceOf(items) : unionOf([items, nothingType]);
}

function inferStep(node: Node, value: ValueType, isFirst: boolean, scope: InferenceScope, read: InferNode): ValueType {
  if (node.type === 'name') {
    const found = member(node, value, scope);
    // A list that is a member of one value is that list.
    return mayBeMany(value) ? sequenceOf(unionOf(singleTypes(found))) : found;
  }
  if (node.type === 'sort') {
    const items = unionOf(singleTypes(value));
    for (const { expression } of nodesOf(node.terms))
      if (isNode(expression)) read.whole(expression, { ...scope, input: items });
    return sequenceOf(items);
  }
  if (isFirst) return read.step(node, scope);
  const given = read.step(node, { ...scope, input: unionOf(singleTypes(value)) });
  if (!mayBeMany(value)) return given;
  // Lists that are written out stay apart, unless there is one alone.
  const isWritten = node.type === 'unary' && node.value === '[';
  return isWritten ? unknownType : sequenceOf(given.kind === 'list' ? given.items : given);
}

/** Reads the steps of a path. Where a step binds its value (`@$x`) or asks for its parent (`%`), nothing is known from there on. */
export function inferPath(path: Node, scope: InferenceScope, read: InferNode): ValueType {
  let value = scope.input;
  const variables = new Map(scope.variables);
  for (const [index, step] of nodesOf(path.steps).entries()) {
    if ('focus' in step || 'ancestor' in step || step.type === 'parent') return unknownType;
    const here = { ...scope, variables };
    const isMapped = mayBeMany(value);
    value = inferStep(step, value, index === 0, here, read);
    const stages = [...nodesOf(step.stages), ...nodesOf(step.predicate)];
    for (const stage of stages) if (stage.type === 'filter') value = filtered(value, stage, isMapped, here, read);
    if (typeof step.index === 'string') variables.set(step.index, { kind: 'number' });
  }
  if (path.group !== undefined) return unknownType;
  return path.keepSingletonArray === true ? { kind: 'list', items: unionOf(singleTypes(value)) } : value;
}
