/** Reads JSONata's syntax tree, which the library does not type, and finds what the compiler leaves to the interpreter. */

import { checkOf } from '../library/signature.ts';
import { type Item, isItem, isList } from '../runtime/list.ts';
import { type Node, type Operator, operators, type Pair, type Step, type Term } from './tree.ts';

const isNode = (value: unknown): value is Item => isItem(value) && !isList(value);

/** A part of an expression that the compiler leaves to the interpreter. */
export class NotCompiled extends Error {}

function leave(reason: string): never {
  throw new NotCompiled(reason);
}

function nodeIn(value: unknown): Item {
  return isNode(value) ? value : leave('an unknown form of the syntax tree');
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : leave('an unknown form of the syntax tree');
}

/** Keys of nodes that belong to streams of tuples. */
const tupleKeys = ['tuple', 'focus', 'index', 'ancestor', 'seekingParent'];

function filtersIn(value: unknown): readonly Node[] {
  return listIn(value).map((stage) => {
    const { type, expr } = nodeIn(stage);
    return type === 'filter' ? readNode(expr) : leave('a position variable (#)');
  });
}

function pairsIn(value: unknown): readonly Pair[] {
  return listIn(value).map((pair) => {
    const [key, item] = listIn(pair);
    return { key: readNode(key), value: readNode(item) };
  });
}

function stepOf(value: unknown): Step {
  const raw = nodeIn(value);
  if (tupleKeys.some((key) => raw[key] !== undefined))
    leave('a context variable (@), position variable (#) or parent (%)');
  const filters = filtersIn(raw.stages);
  if (raw.type !== 'sort') return { kind: 'node', node: readNode(raw), filters };
  const terms = listIn(raw.terms).map((term): Term => {
    const { expression, descending } = nodeIn(term);
    return { expression: readNode(expression), descending: descending === true };
  });
  return { kind: 'sort', terms, filters };
}

/** Reads a node. Throws NotCompiled if the interpreter has to evaluate the expression. */
export function readNode(value: unknown): Node {
  const raw = nodeIn(value);
  if (tupleKeys.some((key) => raw[key] !== undefined))
    leave('a context variable (@), position variable (#) or parent (%)');
  const group = isNode(raw.group) ? pairsIn(raw.group.lhs) : undefined;
  const common = {
    position: typeof raw.position === 'number' ? raw.position : 0,
    keepArray: raw.keepArray === true,
    filters: filtersIn(raw.predicate),
    group,
  };
  const node = { ...common, ...formOf(raw) };
  if (hasTail(node) && (node.filters.length > 0 || group !== undefined || node.keepArray))
    leave('a call at the end of a function, in brackets that a filter follows');
  return node;
}

/** Whether the node returns the result of a call at the end of a function. */
function hasTail(node: Node): boolean {
  switch (node.type) {
    case 'call':
      return node.tail;
    case 'condition':
      return hasTail(node.then) || (node.otherwise !== undefined && hasTail(node.otherwise));
    case 'block': {
      const last = node.parts.at(-1);
      return last !== undefined && hasTail(last);
    }
    default:
      return false;
  }
}

type Form<N = Node> = N extends Node ? Omit<N, 'position' | 'keepArray' | 'filters' | 'group'> : never;

function formOf(raw: Item): Form {
  switch (raw.type) {
    case 'string':
    case 'number':
    case 'value':
      return { type: 'literal', value: literalIn(raw.value) };
    case 'name':
      return { type: 'name', name: textIn(raw.value) };
    case 'wildcard':
      return { type: 'wildcard' };
    case 'descendant':
      return { type: 'descendants' };
    case 'regex':
      return {
        type: 'regex',
        pattern: raw.value instanceof RegExp ? raw.value : leave('an unknown form of a pattern'),
      };
    case 'variable':
      if (raw.value === 'eval') leave('$eval');
      return { type: 'variable', name: textIn(raw.value) };
    case 'path':
      return { type: 'path', steps: listIn(raw.steps).map(stepOf), keepSingleton: raw.keepSingletonArray === true };
    case 'binary':
      return { type: 'binary', operator: operatorIn(raw.value), left: readNode(raw.lhs), right: readNode(raw.rhs) };
    case 'unary':
      return unary(raw);
    case 'condition':
      return condition(raw);
    case 'block':
      return { type: 'block', parts: listIn(raw.expressions).map(readNode), cons: raw.consarray === true };
    case 'bind':
      return { type: 'bind', name: textIn(nodeIn(raw.lhs).value), value: readNode(raw.rhs) };
    case 'apply':
      return { type: 'apply', left: readNode(raw.lhs), right: readNode(raw.rhs) };
    case 'function':
      return call(raw, false);
    case 'lambda':
      return lambda(raw);
    case 'partial':
      return leave('a partial application');
    case 'transform':
      return leave('a transform');
    case 'parent':
      return leave('a parent (%)');
    default:
      return leave('an unknown form of the syntax tree');
  }
}

function literalIn(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return leave('an unknown form of a value');
}

function operatorIn(value: unknown): Operator {
  return operators.find((operator) => operator === value) ?? leave('an unknown operator');
}

function unary(raw: Item): Form {
  switch (raw.value) {
    case '-':
      return { type: 'negate', operand: readNode(raw.expression) };
    case '[':
      return { type: 'array', items: listIn(raw.expressions).map(readNode), cons: raw.consarray === true };
    case '{':
      return { type: 'object', pairs: pairsIn(raw.lhs) };
    default:
      return leave('an unknown operator');
  }
}

/** JSONata writes `a ?: b` as `a ? a : b`, and `a ?? b` as `$exists(a) ? a : b`: then both parts have the same positions. */
function condition(raw: Item): Form {
  const [decides, then] = [readNode(raw.condition), readNode(raw.then)];
  const otherwise = raw.else === undefined ? undefined : readNode(raw.else);
  const isExists = decides.type === 'call' && decides.procedure.position === 0 && decides.values.length === 1;
  const [value] = isExists ? decides.values : [decides];
  const same = value !== undefined && JSON.stringify(value) === JSON.stringify(then);
  const about = same ? (isExists ? 'existence' : 'truth') : undefined;
  return { type: 'condition', condition: decides, then, otherwise, about };
}

function call(raw: Item, tail: boolean): Form {
  return { type: 'call', procedure: readNode(raw.procedure), values: listIn(raw.arguments).map(readNode), tail };
}

function lambda(raw: Item): Form {
  if (raw.thunk === true) {
    const called = nodeIn(raw.body);
    return called.group === undefined ? call(called, true) : leave('a call at the end of a function, with a group');
  }
  const parameters = listIn(raw.arguments).map((parameter) => textIn(nodeIn(parameter).value));
  return {
    type: 'lambda',
    parameters,
    check: raw.signature === undefined ? undefined : checkOf(raw.signature),
    body: readNode(raw.body),
  };
}
