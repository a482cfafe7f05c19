/**
 * Infers the type of an expression from its syntax tree and the type of its input, so that a list instead of a single value, or a misspelt
 * member of a joined row, is found at start. A type that cannot be inferred is unknown and causes no finding.
 */
import { iterating, resultOf } from './function-results.ts';
import { type InferenceFault, type InferenceScope, inferPath, type NodeInference } from './infer-path-type.ts';
import { checkCompared, checkContains } from './infer-values.ts';
import { isNode, type Node, nodesOf, rangeOf } from './syntax-tree.ts';
import {
  type Member,
  nothingType,
  type ObjectType,
  singleTypes,
  unionOf,
  unknownType,
  type ValueType,
  withRange,
} from './value-type.ts';

export interface Inference {
  readonly type: ValueType;
  readonly faults: readonly InferenceFault[];
}

export type Variables = ReadonlyMap<string, ValueType>;

const comparing = ['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or'];
const calculating = ['+', '-', '*', '/', '%'];

function binary(node: Node, scope: InferenceScope): ValueType {
  const [left, right] = [infer(node.lhs, scope), infer(node.rhs, scope)];
  const operator = String(node.value);
  if (['=', '!=', 'in'].includes(operator)) {
    checkCompared(left, node.rhs, scope);
    checkCompared(right, node.lhs, scope);
  }
  if (operator === '&') return { kind: 'text' };
  if (comparing.includes(operator)) return { kind: 'boolean' };
  if (calculating.includes(operator)) return { kind: 'number' };
  if (operator === '..') return { kind: 'list', items: { kind: 'number' } };
  return unionOf([left, right, unknownType]);
}

/** The items of an array constructor. Lists from paths and variables are flattened; nested array constructors are items. */
function arrayItems(node: Node, scope: InferenceScope): ValueType {
  return unionOf(
    nodesOf(node.expressions).map((item) => {
      const type = infer(item, scope);
      const isWritten = item.type === 'unary' && item.value === '[';
      return !isWritten && (type.kind === 'list' || type.kind === 'sequence') ? type.items : type;
    }),
  );
}

function objectOf(pairs: unknown, scope: InferenceScope): ObjectType {
  const members = new Map<string, Member>();
  let open = false;
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const type = infer(value, scope);
    if (isNode(key) && key.type === 'string') members.set(String(key.value), { type, range: rangeOf(key) });
    else {
      infer(key, scope);
      open = true;
    }
  }
  return { kind: 'object', members, open };
}

function unary(node: Node, scope: InferenceScope): ValueType {
  if (node.value === '[') return { kind: 'list', items: arrayItems(node, scope) };
  if (node.value === '{') return objectOf(node.lhs, scope);
  infer(node.expression, scope);
  return { kind: 'number' };
}

function lambda(node: Node, scope: InferenceScope, first: ValueType): ValueType {
  const [name, ...others] = nodesOf(node.arguments).map(({ value }) => String(value));
  const parameters = [
    ...(name === undefined ? [] : [[name, first] as const]),
    ...others.map((one) => [one, unknownType] as const),
  ];
  return infer(node.body, { ...scope, variables: new Map([...scope.variables, ...parameters]) });
}

/** The type of a call. `chained` is the type of its first argument if it is called with `~>`. */
function call(node: Node, scope: InferenceScope, chained?: ValueType): ValueType {
  const { procedure } = node;
  const name = isNode(procedure) && procedure.type === 'variable' ? String(procedure.value) : undefined;
  if (name === undefined || scope.variables.has(name)) infer(procedure, scope);
  const args = chained === undefined ? [] : [chained];
  let callback: ValueType | undefined;
  for (const argument of nodesOf(node.arguments)) {
    if (argument.type !== 'lambda') {
      args.push(infer(argument, scope));
      continue;
    }
    const items =
      name !== undefined && iterating.includes(name) ? unionOf(singleTypes(args[0] ?? unknownType)) : unknownType;
    callback = lambda(argument, scope, items);
    args.push({ kind: 'function' });
  }
  if (name === undefined || scope.variables.has(name)) return unknownType;
  if (name === 'contains') checkContains(args[0] ?? unknownType, nodesOf(node.arguments).at(-1), scope);
  return resultOf(name, args, callback);
}

function apply(node: Node, scope: InferenceScope): ValueType {
  const left = infer(node.lhs, scope);
  const { rhs } = node;
  if (!isNode(rhs) || left.kind === 'function') return unknownType;
  if (rhs.type === 'function') return call(rhs, scope, left);
  if (rhs.type === 'variable' && !scope.variables.has(String(rhs.value)))
    return resultOf(String(rhs.value), [left], undefined);
  infer(rhs, scope);
  return unknownType;
}

function block(node: Node, scope: InferenceScope): ValueType {
  const variables = new Map(scope.variables);
  let last = nothingType;
  for (const expression of nodesOf(node.expressions)) {
    last = infer(expression, { ...scope, variables });
    const name = expression.type === 'bind' && isNode(expression.lhs) ? String(expression.lhs.value) : undefined;
    if (name !== undefined) variables.set(name, last);
  }
  return last;
}

function variable(node: Node, scope: InferenceScope): ValueType {
  if (node.value === '') return scope.input;
  if (node.value === '$') return scope.root;
  return scope.variables.get(String(node.value)) ?? unknownType;
}

function inferSimpleNode(node: Node, scope: InferenceScope): ValueType {
  switch (node.type) {
    case 'string':
      return { kind: 'text', literal: String(node.value) };
    case 'number':
      return { kind: 'number' };
    case 'value':
      return typeof node.value === 'boolean' ? { kind: 'boolean' } : nothingType;
    case 'binary':
      return binary(node, scope);
    case 'unary':
      return unary(node, scope);
    case 'condition':
      infer(node.condition, scope);
      return unionOf([infer(node.then, scope), node.else === undefined ? nothingType : infer(node.else, scope)]);
    case 'block':
      return block(node, scope);
    case 'bind':
      return infer(node.rhs, scope);
    case 'variable':
      return variable(node, scope);
    case 'function':
      return call(node, scope);
    case 'apply':
      return apply(node, scope);
    case 'lambda':
      lambda(node, scope, unknownType);
      return { kind: 'function' };
    case 'regex':
    case 'partial':
      return { kind: 'function' };
    default:
      return unknownType;
  }
}

/** The type of a part of an expression. Faults are added to `scope`. */
function infer(node: unknown, scope: InferenceScope): ValueType {
  if (!isNode(node)) return unknownType;
  const isPath = node.type === 'path' || 'predicate' in node || 'stages' in node || 'group' in node;
  const path = node.type === 'path' ? node : { type: 'path', steps: [node], group: node.group };
  return withRange(isPath ? inferPath(path, scope, nodeInference) : inferSimpleNode(node, scope), rangeOf(node));
}

const nodeInference: NodeInference = {
  whole: infer,
  step: (node, scope) =>
    node.type === 'path' ? infer(node, scope) : withRange(inferSimpleNode(node, scope), rangeOf(node)),
};

/** Infers the type of the expression with this syntax tree. Variables without an entry have an unknown type. */
export function inferType(tree: unknown, input: ValueType, variables: Variables): Inference {
  const faults: InferenceFault[] = [];
  const type = infer(tree, { input, root: input, variables, faults });
  const distinct = new Map(faults.map((fault) => [`${fault.name} ${fault.offset}`, fault]));
  return { type, faults: [...distinct.values()] };
}
