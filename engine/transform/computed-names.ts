/**
 * The names from whose values an expression computes something: a part, a length, a comparison. Values that it only passes on, as a whole or beside each other, do
 * not count. The result of a computation can reveal a masked value.
 */
import { isNode, type Node, nodesOf } from './syntax-tree.ts';

/** Stands for all names: the expression computes from its whole input. */
const allNames = '*';

/** Functions whose result contains their arguments as they are, or only whether there is one. */
const passing = new Set('trim string join append exists count uppercase lowercase merge reverse'.split(' '));
/** Functions that compare the items of a list. One that an expression composes can have a guess in it. */
const comparing = new Set(['sort', 'distinct']);
/** Functions that call another one for each item of a list. */
const mapping = new Set(['map', 'each', 'single', 'filter']);

/** A text without letters and digits, such as `''` and `', '`. */
const isSeparator = (node: unknown): boolean =>
  isNode(node) && node.type === 'string' && !/[\p{L}\p{N}]/u.test(String(node.value));

const calledName = (node: Node): string =>
  node.type === 'function' && isNode(node.procedure) && node.procedure.type === 'variable'
    ? String(node.procedure.value)
    : '';

const isPlainStep = (step: Node): boolean => step.type === 'name' || step.type === 'variable';

/** The children of a node that are evaluated. */
const partsOf = (node: Node): readonly unknown[] =>
  Object.entries(node).flatMap(([key, value]) => (key === 'position' || key === 'procedure' ? [] : [value]));

/** Adds all names in a part of an expression. Of a path only its last name counts: `amount` of `lines.amount`. */
function collect(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) collect(one, names);
  if (!isNode(node)) return;
  if (node.type === 'name') names.add(String(node.value));
  if (node.type === 'variable') names.add(node.value === '' || node.value === '$' ? allNames : String(node.value));
  if (node.type === 'wildcard' || node.type === 'descendant' || node.type === 'parent') names.add(allNames);
  const steps = node.type === 'path' ? nodesOf(node.steps) : [];
  if (steps.length > 1 && steps.every(isPlainStep)) {
    collect(steps.at(-1), names);
    for (const step of steps) for (const key of ['predicate', 'stages', 'group']) collect(step[key], names);
    return;
  }
  for (const part of partsOf(node)) collect(part, names);
}

/** Conditions on the presence of a value are harmless. A comparison of two values is none: one of them can be a guess. */
function test(node: unknown, names: Set<string>): void {
  if (!isNode(node)) return;
  const name = calledName(node);
  if (node.type === 'path' || node.type === 'variable') compute(node, names);
  else if (['exists', 'not', 'boolean'].includes(name)) for (const one of nodesOf(node.arguments)) test(one, names);
  else if (node.type === 'block') for (const one of nodesOf(node.expressions)) test(one, names);
  else if (node.type === 'binary' && (node.value === 'and' || node.value === 'or')) {
    test(node.lhs, names);
    test(node.rhs, names);
  } else if (node.type === 'number') return;
  else if (
    node.type === 'binary' &&
    (node.value === '=' || node.value === '!=') &&
    [node.lhs, node.rhs].some(isNothing)
  ) {
    compute(node.lhs, names);
    compute(node.rhs, names);
  } else collect(node, names);
}

/** What a value is compared with that says only whether it is there: an empty text, null, a truth value. */
const isNothing = (side: unknown): boolean => isSeparator(side) || (isNode(side) && side.type === 'value');

const isPlainPath = (node: Node | undefined): boolean =>
  node?.type === 'path' && nodesOf(node.steps).every(isPlainStep);

function computeObject(node: Node, names: Set<string>): void {
  for (const pair of Array.isArray(node.lhs) ? node.lhs : []) {
    const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (!isNode(key) || key.type !== 'string') collect(key, names);
    compute(value, names);
  }
}

/** A path whose steps are names passes on; a step that is an expression is applied to the values before it. */
function computePath(node: Node, names: Set<string>): void {
  if ('group' in node) collect(node, names);
  const steps = nodesOf(node.steps);
  for (const [index, step] of steps.entries()) {
    for (const key of ['predicate', 'stages'])
      for (const stage of nodesOf(step[key])) test(stage.type === 'filter' ? stage.expr : stage, names);
    if ('group' in step || 'focus' in step) collect(step, names);
    if (isPlainStep(step)) continue;
    compute(step, names);
    // A function without its first argument takes the value before it: `name.$length()`.
    if (index > 0 && step.type === 'function') collect(steps.slice(0, index), names);
  }
}

/** A separator, or a pattern of separators such as line breaks: words stay as they are. */
const isSign = (node: Node): boolean =>
  isSeparator(node) ||
  (node.value instanceof RegExp && !/[\p{L}\p{N}.^]/u.test(node.value.source.replaceAll(/\\[srntv]/g, '')));

function computeCall(node: Node, names: Set<string>): void {
  const name = calledName(node);
  const given = nodesOf(node.arguments);
  if (name === 'replace' && given.length === 3 && given.slice(1).every(isSign)) compute(given[0], names);
  else if (passing.has(name)) for (const one of given) compute(one, names);
  else if (comparing.has(name) && given.length === 1 && isPlainPath(given[0])) compute(given[0], names);
  else if (mapping.has(name)) {
    for (const one of given) {
      const body = one.type === 'lambda' ? one.body : one;
      if (one.type === 'lambda' && name !== 'map' && name !== 'each') test(body, names);
      else compute(body, names);
    }
  } else collect(node, names);
}

/** Expressions that are values of their own. */
const leaves = new Set<unknown>(['string', 'number', 'value', 'variable', 'name']);

/** The parts that an expression passes on; undefined for one that computes. */
function passedParts(node: Node): readonly unknown[] | undefined {
  if (node.type === 'block' || (node.type === 'unary' && node.value === '[')) return nodesOf(node.expressions);
  if (node.type === 'bind') return [node.rhs];
  return node.type === 'binary' && node.value === '&' ? [node.lhs, node.rhs] : undefined;
}

function compute(node: unknown, names: Set<string>): void {
  if (!isNode(node) || leaves.has(node.type)) return;
  if (node.type === 'path') computePath(node, names);
  else if (node.type === 'function') computeCall(node, names);
  else if (node.type === 'unary' && node.value === '{') computeObject(node, names);
  else if (node.type === 'condition') {
    test(node.condition, names);
    compute(node.then, names);
    compute(node.else, names);
  } else {
    const parts = passedParts(node);
    if (parts === undefined) collect(node, names);
    for (const part of parts ?? []) compute(part, names);
  }
}

/** What the variables of an expression stand for: bound values, and for parameters of functions the values that they are called for. */
function variablesIn(node: unknown, all: Map<string, unknown[]>): Map<string, unknown[]> {
  if (Array.isArray(node)) for (const one of node) variablesIn(one, all);
  if (!isNode(node)) return all;
  const add = (variable: unknown, value: unknown): void => {
    if (!isNode(variable)) return;
    const name = String(variable.value);
    all.set(name, [...(all.get(name) ?? []), value]);
  };
  if (node.type === 'bind') add(node.lhs, node.rhs);
  const given = nodesOf(node.arguments);
  if (node.type === 'function')
    for (const one of given) {
      if (one.type !== 'lambda') continue;
      for (const parameter of nodesOf(one.arguments))
        add(
          parameter,
          given.filter((other) => other !== one),
        );
    }
  for (const part of Object.values(node)) variablesIn(part, all);
  return all;
}

/** For a syntax tree of JSONata's `ast()`. Contains `allNames` where it computes from its whole input. */
export function computedNames(tree: unknown): readonly string[] {
  const names = new Set<string>();
  compute(tree, names);
  const variables = variablesIn(tree, new Map());
  // A set is visited with the names that are added meanwhile.
  for (const name of names) for (const value of variables.get(name) ?? []) collect(value, names);
  return [...names];
}
