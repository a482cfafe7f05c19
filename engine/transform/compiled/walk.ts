/** Evaluates paths: each step for each item that the step before gives. */

import { leaveToInterpreter } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import {
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
import type { Evaluate, Frame } from './frame.ts';
import type { Sort } from './sort.ts';

/** `then`: applies the filters of a sort. `afterArray`: an array constructor is the step before it. */
type CompiledStep =
  | { readonly kind: 'sort'; readonly sort: Sort; readonly then: Evaluate; readonly afterArray: boolean }
  /** An array constructor as the first step: it is evaluated once, not for each item. */
  | { readonly kind: 'array'; readonly evaluate: Evaluate }
  | { readonly kind: 'each'; readonly evaluate: Evaluate };

interface Walking {
  /** Whether the path begins with a variable: a list of the context is not walked. */
  readonly isAbsolute: boolean;
  readonly keepSingleton: boolean;
}

/** Evaluates the steps of a path one after the other, and groups what they give. */
export function walking(
  steps: readonly CompiledStep[],
  { isAbsolute, keepSingleton }: Walking,
  group: Evaluate | undefined,
): Evaluate {
  return (input, frame) => {
    const results = walk(steps, isList(input) && !isAbsolute ? { many: input } : { one: input }, frame);
    if (keepSingleton) return withGroup(group, kept(results), frame);
    if (group !== undefined) return withGroup(group, listOf(results), frame);
    return 'many' in results ? results.many : results.one;
  };
}

/** A path of one name over a list, or whose value is a sequence. */
export function walkName(input: unknown, name: string, frame: Frame): unknown {
  const evaluate = (item: unknown): unknown =>
    isItem(item) && !isList(item) ? member(item, name) : memberOf(item, name);
  return walking([{ kind: 'each', evaluate }], { isAbsolute: false, keepSingleton: false }, undefined)(input, frame);
}

/** A member of a value that is no object: of the items of a list. */
export const memberOf = (input: unknown, name: string): unknown =>
  isList(input) ? unwrap(lookup(input, name)) : undefined;

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
      const results = step.then(sorted, frame);
      return isList(results) ? { many: results } : { one: results };
    }
    case 'array': {
      const results = step.evaluate(listOf(items), frame);
      // The library treats another value, such as a text, as a list of its characters.
      return isList(results) ? { many: results } : leaveToInterpreter();
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
  const results = newSequence();
  addTo(results, value);
  return results;
}

function addTo(results: List, value: unknown): void {
  if (isList(value) && value.cons !== true) for (const item of value) results.push(item);
  else results.push(value);
}

/** The values of a step so far. */
interface Walk {
  readonly results: List;
  /** The first value is added when there is a second one: a single list of the last step stays as it is. */
  first: unknown;
  count: number;
  /** Index of the next item. */
  at: number;
}

const newWalk = (): Walk => ({ results: newSequence(), first: undefined, count: 0, at: 0 });

function addValue(walk: Walk, value: unknown): void {
  if (value === undefined) return;
  walk.count += 1;
  if (walk.count === 1) walk.first = value;
  else {
    if (walk.count === 2) addTo(walk.results, walk.first);
    addTo(walk.results, value);
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

function itemsOf({ results, first, count }: Walk, last: boolean): Items {
  if (count !== 1) return { many: results };
  if (last && isList(first) && !isSequence(first)) return { many: first };
  const only = newSequence();
  addTo(only, first);
  return { many: only };
}
