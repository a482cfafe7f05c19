/** Paths: each step is evaluated for each item that the step before gives. */

import { leaveToInterpreter } from '../runtime/failure.ts';
import { unmark } from '../runtime/finish.ts';
import type { States } from '../runtime/journal.ts';
import {
  isInheritedSomewhere,
  isItem,
  isList,
  isSequence,
  type List,
  lookup,
  member,
  newSequence,
  sequenceOf,
  unwrap,
} from '../runtime/list.ts';
import type { Compiler } from './compiler.ts';
import { form } from './copies.ts';
import { compileFilters } from './filter.ts';
import type { Evaluate, Frame } from './frame.ts';
import { compileGroup } from './group.ts';
import { givesMember, isPlainStep, namesOf, plainNames } from './path-names.ts';
import type { Scope } from './scope.ts';
import { compileSort, type Sort } from './sort.ts';
import type { NodeOf, Step } from './tree.ts';

type CompiledStep =
  | { readonly kind: 'sort'; readonly sort: Sort; readonly then: Evaluate; readonly afterArray: boolean }
  /** An array constructor as the first step: it is evaluated once, not for each item. */
  | { readonly kind: 'array'; readonly evaluate: Evaluate }
  | { readonly kind: 'each'; readonly evaluate: Evaluate };

/** Compiles a path. `last` replaces what its last step evaluates. */
export function compilePath(compiler: Compiler, node: NodeOf<'path'>, scope: Scope, last?: Evaluate): Evaluate {
  const names = last === undefined ? plainNames(node) : undefined;
  const walk = general(compiler, node, scope, last);
  if (names === undefined) return walk;
  const whole: Evaluate = givesMember(node) ? (input, frame) => unwrap(walk(input, frame)) : walk;
  const [only] = names;
  if (names.length > 1 || only === undefined) return manyNames(names, whole);
  return isInheritedSomewhere(only) ? oneName(only, whole) : form('field')(only, whole);
}

/**
 * Compiles a path whose last step constructs objects, as plain data. `object` evaluates this step; `kept`: one object is a list too. Undefined if the
 * steps before it are not names.
 */
export function compileObjects(
  compiler: Compiler,
  node: NodeOf<'path'>,
  scope: Scope,
  { object, kept }: { readonly object: Evaluate; readonly kept: boolean },
): Evaluate {
  const walk = general(compiler, node, scope, object);
  const whole: Evaluate = (input, frame) => unmark(walk(input, frame), kept);
  const names = namesOf(node.steps.slice(0, -1));
  const isDirect = names !== undefined && names.length > 0 && !names.some(isInheritedSomewhere);
  return isDirect ? form('objects')({ names, object, kept, general: whole }) : whole;
}

function oneName(name: string, general: Evaluate): Evaluate {
  return (input, frame) => {
    if (!isItem(input)) return undefined;
    if (isList(input)) return general(input, frame);
    const value = member(input, name);
    return isSequence(value) ? general(input, frame) : value;
  };
}

function manyNames(names: readonly string[], general: Evaluate): Evaluate {
  return (input, frame) => {
    let value = input;
    for (const name of names) {
      if (!isItem(value)) return undefined;
      if (isList(value)) return general(input, frame);
      value = member(value, name);
    }
    return isSequence(value) ? general(input, frame) : value;
  };
}

/** A step and where it is. */
interface Position {
  readonly step: Step;
  readonly index: number;
  readonly previous: Step | undefined;
}

function compileStep(compiler: Compiler, { step, index, previous }: Position, scope: Scope): CompiledStep {
  const filters = compileFilters(compiler, step.filters, scope);
  const then: Evaluate = (value, frame) => filters.reduce((filtered, filter) => filter(filtered, frame), value);
  if (step.kind === 'sort') {
    const afterArray = index === 1 && previous?.kind === 'node' && isFirstArray(previous);
    return { kind: 'sort', sort: compileSort(compiler, step.terms, scope), then, afterArray };
  }
  const evaluate = compiler.compile(step.node, scope);
  if (index === 0 && isFirstArray(step)) return { kind: 'array', evaluate };
  const [filter, ...more] = filters;
  if (filter === undefined) return { kind: 'each', evaluate: plainStep(step, evaluate) };
  if (more.length === 0) return { kind: 'each', evaluate: (input, frame) => filter(evaluate(input, frame), frame) };
  return { kind: 'each', evaluate: (input, frame) => then(evaluate(input, frame), frame) };
}

const isFirstArray = ({ node }: Extract<Step, { kind: 'node' }>): boolean =>
  (node.type === 'array' || node.type === 'block') && node.cons;

function plainStep({ node, filters }: Extract<Step, { kind: 'node' }>, evaluate: Evaluate): Evaluate {
  if (node.type !== 'name' || !isPlainStep({ kind: 'node', node, filters })) return evaluate;
  const { name } = node;
  return (input, frame) => {
    if (!isItem(input)) return undefined;
    return isList(input) ? evaluate(input, frame) : member(input, name);
  };
}

function general(compiler: Compiler, node: NodeOf<'path'>, scope: Scope, last: Evaluate | undefined): Evaluate {
  const steps = node.steps.map((step, index): CompiledStep => {
    if (last !== undefined && index === node.steps.length - 1) return { kind: 'each', evaluate: last };
    return compileStep(compiler, { step, index, previous: node.steps[index - 1] }, scope);
  });
  const [first] = node.steps;
  const isAbsolute = first?.kind === 'node' && first.node.type === 'variable';
  const group = node.group && compileGroup(compiler, node.group, scope);
  const { keepSingleton } = node;
  return (input, frame) => {
    const found = walk(steps, isList(input) && !isAbsolute ? { many: input } : { one: input }, frame);
    if (keepSingleton) return withGroup(group, kept(found), frame);
    if (group !== undefined) return withGroup(group, listOf(found), frame);
    return 'many' in found ? found.many : found.one;
  };
}

/** The items between two steps: a list, or one item without a list. */
type Items = { readonly many: List } | { readonly one: unknown };

const listOf = (items: Items): List => ('many' in items ? items.many : sequenceOf(items.one));

function kept(items: Items): List {
  const list = listOf(items);
  const sequence = list.cons === true && !isSequence(list) ? sequenceOf(list) : list;
  // A list of the data is not marked: it is not a sequence, and it belongs to others.
  if (isSequence(sequence)) sequence.keepSingleton = true;
  return sequence;
}

const withGroup = (group: Evaluate | undefined, list: List, frame: Frame): unknown =>
  group === undefined ? list : group(list, frame);

function walk(steps: readonly CompiledStep[], input: Items, frame: Frame): Items {
  let items = input;
  for (const [index, step] of steps.entries()) {
    const next = take(step, items, index === steps.length - 1, frame);
    if (!('many' in next)) items = next;
    else if (next.many.length > 0) items = next;
    else return next;
  }
  return items;
}

function take(step: CompiledStep, items: Items, last: boolean, frame: Frame): Items {
  switch (step.kind) {
    case 'sort': {
      const list = listOf(items);
      const sorted = list.length > 1 ? step.sort(list, frame) : step.afterArray ? list : sequenceFrom(list);
      const found = step.then(sorted, frame);
      return isList(found) ? { many: found } : { one: found };
    }
    case 'array': {
      const found = step.evaluate(listOf(items), frame);
      // The library treats another value, such as a text, as a list of its characters.
      return isList(found) ? { many: found } : leaveToInterpreter();
    }
    case 'each':
      return 'many' in items
        ? overList(step.evaluate, items.many, last, frame)
        : overOne(step.evaluate, items.one, last, frame);
  }
}

function sequenceFrom(list: readonly unknown[]): List {
  const sequence = newSequence();
  for (const item of list) sequence.push(item);
  return sequence;
}

function overOne(evaluate: Evaluate, item: unknown, last: boolean, frame: Frame): Items {
  const value = evaluate(item, frame);
  if (value === undefined) return { many: newSequence() };
  if (!isList(value)) return { one: value };
  if (last) return { many: isSequence(value) ? flattened(value) : value };
  if (value.cons === true) return { one: value };
  return { many: value.length === 0 ? newSequence() : value };
}

/** A value as items: a list without the mark `cons` is flattened. */
function flattened(value: unknown): List {
  const found = newSequence();
  addTo(found, value);
  return found;
}

function addTo(found: List, value: unknown): void {
  if (isList(value) && value.cons !== true) for (const item of value) found.push(item);
  else found.push(value);
}

/** The values of a step so far. */
interface Walk {
  readonly found: List;
  /** The first value is added when there is a second one: a single list of the last step stays as it is. */
  first: unknown;
  count: number;
  /** Index of the next item. */
  at: number;
}

const newWalk = (): Walk => ({ found: newSequence(), first: undefined, count: 0, at: 0 });

function addValue(walk: Walk, value: unknown): void {
  if (value === undefined) return;
  walk.count += 1;
  if (walk.count === 1) walk.first = value;
  else {
    if (walk.count === 2) addTo(walk.found, walk.first);
    addTo(walk.found, value);
  }
}

const walks: States<Walk> = new WeakMap();

function overList(evaluate: Evaluate, list: readonly unknown[], last: boolean, frame: Frame): Items {
  const { run } = frame;
  const { journal } = run;
  if (journal === undefined) {
    const walk = newWalk();
    for (const item of list) {
      run.step();
      addValue(walk, evaluate(item, frame));
    }
    return itemsOf(walk, last);
  }
  const walk = journal.loop(walks, newWalk, (state) => {
    if (state.at < list.length) {
      run.step();
      addValue(state, evaluate(list[state.at], frame));
      state.at += 1;
    }
    return state.at < list.length;
  });
  return itemsOf(walk, last);
}

function itemsOf({ found, first, count }: Walk, last: boolean): Items {
  if (count !== 1) return { many: found };
  if (last && isList(first) && !isSequence(first)) return { many: first };
  const only = newSequence();
  addTo(only, first);
  return { many: only };
}

/** A name outside of a plain path: in a filter of a step, for example. */
export function compileName(name: string): Evaluate {
  return (input) => lookup(input, name);
}
