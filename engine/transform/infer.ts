/**
 * What an expression gives, from its syntax tree and what is known of its input: so that a list where one value is wanted, or a misspelt
 * member of a joined row, is found at start. What cannot be told is unknown, and nothing is said of it.
 */
import { iterating, resultOf } from './function-shapes.ts';
import { type MemberFault, pathShape, type Reader, type Scan } from './infer-path.ts';
import { atoms, either, type Member, nothing, type ObjectShape, placed, type Shape, unknown } from './shape.ts';
import { isNode, type Node, nodesOf, spotOf } from './tree.ts';

export interface Inference {
  readonly shape: Shape;
  readonly faults: readonly MemberFault[];
}

export type Variables = ReadonlyMap<string, Shape>;

const comparing = ['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or'];
const calculating = ['+', '-', '*', '/', '%'];

function binary(node: Node, scan: Scan): Shape {
  const sides = [node.lhs, node.rhs].map((side) => infer(side, scan));
  const operator = String(node.value);
  if (operator === '&') return { kind: 'text' };
  if (comparing.includes(operator)) return { kind: 'boolean' };
  if (calculating.includes(operator)) return { kind: 'number' };
  if (operator === '..') return { kind: 'list', items: { kind: 'number' } };
  return either([...sides, unknown]);
}

/** Items of an array constructor: a list that a path or variable gives is taken apart, one that is written out is an item. */
function arrayItems(node: Node, scan: Scan): Shape {
  return either(
    nodesOf(node.expressions).map((item) => {
      const shape = infer(item, scan);
      const isWritten = item.type === 'unary' && item.value === '[';
      return !isWritten && (shape.kind === 'list' || shape.kind === 'many') ? shape.items : shape;
    }),
  );
}

function objectOf(pairs: unknown, scan: Scan): ObjectShape {
  const members = new Map<string, Member>();
  let open = false;
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const shape = infer(value, scan);
    if (isNode(key) && key.type === 'string') members.set(String(key.value), { shape, at: spotOf(key) });
    else {
      infer(key, scan);
      open = true;
    }
  }
  return { kind: 'object', members, open };
}

function unary(node: Node, scan: Scan): Shape {
  if (node.value === '[') return { kind: 'list', items: arrayItems(node, scan) };
  if (node.value === '{') return objectOf(node.lhs, scan);
  infer(node.expression, scan);
  return { kind: 'number' };
}

function lambda(node: Node, scan: Scan, first: Shape): Shape {
  const [name, ...others] = nodesOf(node.arguments).map(({ value }) => String(value));
  const own = [
    ...(name === undefined ? [] : [[name, first] as const]),
    ...others.map((one) => [one, unknown] as const),
  ];
  return infer(node.body, { ...scan, variables: new Map([...scan.variables, ...own]) });
}

/** A call; `chained` is what `~>` gives as its first argument. */
function call(node: Node, scan: Scan, chained?: Shape): Shape {
  const { procedure } = node;
  const name = isNode(procedure) && procedure.type === 'variable' ? String(procedure.value) : undefined;
  if (name === undefined || scan.variables.has(name)) infer(procedure, scan);
  const given = chained === undefined ? [] : [chained];
  let last: Shape | undefined;
  for (const argument of nodesOf(node.arguments)) {
    if (argument.type !== 'lambda') {
      given.push(infer(argument, scan));
      continue;
    }
    const items = name !== undefined && iterating.includes(name) ? either(atoms(given[0] ?? unknown)) : unknown;
    last = lambda(argument, scan, items);
    given.push({ kind: 'function' });
  }
  return name === undefined || scan.variables.has(name) ? unknown : resultOf(name, given, last);
}

function apply(node: Node, scan: Scan): Shape {
  const left = infer(node.lhs, scan);
  const { rhs } = node;
  if (!isNode(rhs) || left.kind === 'function') return unknown;
  if (rhs.type === 'function') return call(rhs, scan, left);
  if (rhs.type === 'variable' && !scan.variables.has(String(rhs.value)))
    return resultOf(String(rhs.value), [left], undefined);
  infer(rhs, scan);
  return unknown;
}

function block(node: Node, scan: Scan): Shape {
  const variables = new Map(scan.variables);
  let last = nothing;
  for (const expression of nodesOf(node.expressions)) {
    last = infer(expression, { ...scan, variables });
    const name = expression.type === 'bind' && isNode(expression.lhs) ? String(expression.lhs.value) : undefined;
    if (name !== undefined) variables.set(name, last);
  }
  return last;
}

function variable(node: Node, scan: Scan): Shape {
  if (node.value === '') return scan.input;
  if (node.value === '$') return scan.root;
  return scan.variables.get(String(node.value)) ?? unknown;
}

function shapeOf(node: Node, scan: Scan): Shape {
  switch (node.type) {
    case 'string':
      return { kind: 'text', literal: String(node.value) };
    case 'number':
      return { kind: 'number' };
    case 'value':
      return typeof node.value === 'boolean' ? { kind: 'boolean' } : nothing;
    case 'binary':
      return binary(node, scan);
    case 'unary':
      return unary(node, scan);
    case 'condition':
      infer(node.condition, scan);
      return either([infer(node.then, scan), node.else === undefined ? nothing : infer(node.else, scan)]);
    case 'block':
      return block(node, scan);
    case 'bind':
      return infer(node.rhs, scan);
    case 'variable':
      return variable(node, scan);
    case 'function':
      return call(node, scan);
    case 'apply':
      return apply(node, scan);
    case 'lambda':
      lambda(node, scan, unknown);
      return { kind: 'function' };
    case 'regex':
    case 'partial':
      return { kind: 'function' };
    default:
      return unknown;
  }
}

/** A part of an expression, with what is wrong in it noted in `scan`. */
function infer(node: unknown, scan: Scan): Shape {
  if (!isNode(node)) return unknown;
  const isPath = node.type === 'path' || 'predicate' in node || 'stages' in node || 'group' in node;
  const path = node.type === 'path' ? node : { type: 'path', steps: [node], group: node.group };
  return placed(isPath ? pathShape(path, scan, reader) : shapeOf(node, scan), spotOf(node));
}

const reader: Reader = {
  whole: infer,
  step: (node, scan) => (node.type === 'path' ? infer(node, scan) : placed(shapeOf(node, scan), spotOf(node))),
};

/** Infers what the expression with this syntax tree gives for such an input. Variables that are not named are unknown. */
export function inferShape(tree: unknown, input: Shape, variables: Variables): Inference {
  const faults: MemberFault[] = [];
  const shape = infer(tree, { input, root: input, variables, faults });
  const distinct = new Map(faults.map((fault) => [`${fault.name} ${fault.offset}`, fault]));
  return { shape, faults: [...distinct.values()] };
}
