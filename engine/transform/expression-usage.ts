/** The names, variables and functions that an expression uses, so that a misspelt name is found at start and not as a missing value. */
import { computedNames } from './computed-names.ts';
import { isNode, type Node, nodesOf } from './syntax-tree.ts';

/** A name, variable or function in an expression, with its offset in the text. */
export interface Usage {
  readonly name: string;
  readonly offset: number;
}

/** A call of a function by name. `count` is the number of its arguments; undefined for a partial application with `?`. */
export interface Call extends Usage {
  readonly count: number | undefined;
}

export interface ExpressionUsage {
  /** Variables such as `$lines`, without the dollar sign. Called functions and variables that the expression defines are not included. */
  readonly variables: readonly Usage[];
  readonly calls: readonly Call[];
  /** Names that are looked up in the input itself: `item` of `item.price`, but no names in filters and later steps. */
  readonly names: readonly Usage[];
  /** Names that are looked up in `$settings`. */
  readonly settings: readonly Usage[];
  /** Text literals, without their quotes. `end`: the offset behind the literal. */
  readonly texts: readonly { readonly text: string; readonly end: number }[];
  /** The expression itself may give null: `tax ?? null`. Null in data is a missing value instead. */
  readonly givesNull: boolean;
  /** Regular expressions, as written between the slashes. */
  readonly patterns: readonly Usage[];
  /** Set when the whole expression is one bare name, such as `web`. */
  readonly bareName: string | undefined;
  /** Set when the whole expression is one variable, such as `$lines`. */
  readonly bareVariable: string | undefined;
  /** Set when the whole expression is a path from one variable, without brackets: `lines` of `$lines.sku`. */
  readonly pathFrom: string | undefined;
  /** Set when the whole expression is one call, without brackets: `distinct` of `$distinct(x)`. */
  readonly bareCall: string | undefined;
  /** Names from whose values the expression computes something, and does not only pass them on. `*`: all names. */
  readonly computedNames: readonly string[];
}

/** JSONata records where a word ends. `extra` is the number of characters of the word that are not part of its name. */
function usage(node: Node, extra: number): Usage {
  const name = String(node.value);
  const end = typeof node.position === 'number' ? node.position : 0;
  return { name, offset: Math.max(0, end - name.length - extra) };
}

/** The position of a pattern is the end of its flags. JSONata adds the flag g. */
function patternUsage({ source, flags }: RegExp, position: unknown): Usage {
  const end = typeof position === 'number' ? position : 0;
  return { name: source, offset: Math.max(0, end - flags.replace('g', '').length - 1 - source.length) };
}

function definitions(node: unknown, defined: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) definitions(item, defined);
  if (!isNode(node)) return;
  if (node.type === 'bind' && isNode(node.lhs)) defined.add(String(node.lhs.value));
  if (node.type === 'lambda' && Array.isArray(node.arguments)) {
    for (const argument of node.arguments) if (isNode(argument)) defined.add(String(argument.value));
  }
  if (node.type === 'index' && typeof node.value === 'string') defined.add(node.value);
  for (const bound of [node.focus, node.index]) if (typeof bound === 'string') defined.add(bound);
  for (const value of Object.values(node)) definitions(value, defined);
}

function bareNode(tree: unknown): Node | undefined {
  if (!isNode(tree)) return undefined;
  if (tree.type === 'variable') return 'predicate' in tree || 'group' in tree ? undefined : tree;
  if (tree.type !== 'path' || !Array.isArray(tree.steps) || tree.steps.length !== 1) return undefined;
  const step: unknown = tree.steps[0];
  const isPlain = isNode(step) && !('stages' in step) && !('predicate' in step) && !('focus' in step);
  return isPlain && tree.keepSingletonArray !== true && !('group' in tree) ? step : undefined;
}

/** Whether a literal null is a possible result. */
function givesNull(tree: unknown): boolean {
  if (!isNode(tree)) return false;
  switch (tree.type) {
    case 'value':
      return tree.value === null;
    case 'condition':
      return givesNull(tree.then) || givesNull(tree.else);
    case 'bind':
      return givesNull(tree.rhs);
    case 'block':
      return Array.isArray(tree.expressions) && givesNull(tree.expressions.at(-1));
    default:
      return false;
  }
}

/** The variable that a path without filters and without `[]` begins with. */
function pathFrom(tree: unknown): string | undefined {
  if (!isNode(tree) || tree.type !== 'path' || tree.keepSingletonArray === true) return undefined;
  const steps = nodesOf(tree.steps);
  const isPlain = steps.every((step) => !('stages' in step) && !('predicate' in step));
  const [first] = steps;
  return isPlain && steps.length > 1 && first?.type === 'variable' ? String(first.value) : undefined;
}

/** The function that the whole expression calls. */
function bareCall(tree: unknown): string | undefined {
  if (!isNode(tree) || tree.type !== 'function' || 'predicate' in tree || !isNode(tree.procedure)) return undefined;
  return tree.procedure.type === 'variable' ? String(tree.procedure.value) : undefined;
}

/** Keys of a node whose content is evaluated for each item of its value, not for the input. */
const inner = ['stages', 'predicate', 'group'];

/** The usage in a syntax tree of JSONata's `ast()`. */
export function usageOf(tree: unknown): ExpressionUsage {
  const variables = new Map<string, Usage>();
  const calls = new Map<string, Call>();
  const names = new Map<string, Usage>();
  const settings = new Map<string, Usage>();
  const texts = new Map<number, string>();
  const patterns = new Map<string, Usage>();
  const add = <T extends Usage>(to: Map<string, T>, used: T): void => void to.set(`${used.name} ${used.offset}`, used);
  const defined = new Set<string>();
  definitions(tree, defined);

  const call = (node: Node, procedure: Node, chained: number): void => {
    const count = Array.isArray(node.arguments) ? node.arguments.length + chained : undefined;
    // JSONata turns `a ?? b` into a call of $exists, which has no position.
    if (typeof procedure.position !== 'number') return;
    add(calls, { ...usage(procedure, 1), count: node.type === 'partial' ? undefined : count });
  };

  function walk(node: unknown, atInput: boolean, chained = 0): void {
    if (Array.isArray(node)) for (const item of node) walk(item, atInput);
    if (!isNode(node)) return;
    if (node.type === 'regex' && node.value instanceof RegExp) add(patterns, patternUsage(node.value, node.position));
    if (node.type === 'variable' && node.value !== '' && node.value !== '$') add(variables, usage(node, 1));
    if (node.type === 'string' && typeof node.value === 'string' && typeof node.position === 'number')
      texts.set(node.position, node.value);
    if (node.type === 'path' && Array.isArray(node.steps)) {
      const [first, ...rest]: readonly unknown[] = node.steps;
      if (atInput && isNode(first) && first.type === 'name') add(names, usage(first, 0));
      const [second] = rest;
      const isSetting = isNode(first) && first.type === 'variable' && first.value === 'settings';
      if (isSetting && isNode(second) && second.type === 'name') add(settings, usage(second, 0));
      walk(first, atInput);
      walk(rest, false);
      walk(node.group, false);
      return;
    }
    const called =
      (node.type === 'function' || node.type === 'partial') && isNode(node.procedure) ? node.procedure : undefined;
    if (called?.type === 'variable') call(node, called, chained);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'position' || (key === 'procedure' && called?.type === 'variable')) continue;
      if (key === 'lhs' && node.type === 'bind') continue;
      const isChained = key === 'rhs' && node.type === 'apply';
      walk(value, atInput && node.type !== 'transform' && !inner.includes(key), isChained ? 1 : 0);
    }
  }
  walk(tree, true);

  const freeOnes = <T extends Usage>(all: Map<string, T>): readonly T[] =>
    [...all.values()].filter(({ name }) => !defined.has(name));
  const bare = bareNode(tree);
  const bareText = typeof bare?.value === 'string' ? bare.value : undefined;
  return {
    variables: freeOnes(variables),
    calls: freeOnes(calls),
    names: [...names.values()],
    patterns: [...patterns.values()],
    settings: defined.has('settings') ? [] : [...settings.values()],
    texts: [...texts].map(([end, text]) => ({ text, end })),
    givesNull: givesNull(tree),
    bareName: bare?.type === 'name' ? bareText : undefined,
    bareVariable: bare?.type === 'variable' ? bareText : undefined,
    pathFrom: pathFrom(tree),
    bareCall: bareCall(tree),
    computedNames: computedNames(tree),
  };
}
