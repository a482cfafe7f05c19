/** Functions that call a function: the library's own wait for a promise in each call. */

import { setMember } from '../../base/members.ts';
import { fail } from '../runtime/failure.ts';
import { type FunctionValue, isFunctionValue } from '../runtime/function-value.ts';
import type { States } from '../runtime/journal.ts';
import { isItem, type List, newSequence } from '../runtime/list.ts';
import { mergeSort } from '../runtime/merge-sort.ts';
import type { Run } from '../runtime/run.ts';
import { isNumber, isTrue } from '../runtime/truth.ts';
import { type Implementation, listOf, unsupported } from './implementation.ts';

function functionOf(value: unknown): FunctionValue {
  return isFunctionValue(value) && value.pattern === undefined ? value : unsupported();
}

/** Calls a function with as many of value, key and whole as it takes. */
function callEach(of: FunctionValue, value: unknown, key: unknown, whole: unknown): unknown {
  if (of.arity >= 3) return of.invoke([value, key, whole], null);
  return of.invoke(of.arity >= 2 ? [value, key] : [value], null);
}

/** What is found in a list so far, and the index of the next item. */
interface Gathered {
  readonly found: List;
  at: number;
}

const gatherings: States<Gathered> = new WeakMap();

/** A sequence to which each item of a list may add something: `add` does so last. */
function gathered(
  list: readonly unknown[],
  run: Run,
  add: (found: List, item: unknown, index: number) => void,
): unknown {
  const { journal } = run;
  if (journal === undefined) {
    const found = newSequence();
    for (let index = 0; index < list.length; index += 1) {
      run.step();
      add(found, list[index], index);
    }
    return found;
  }
  const start = (): Gathered => ({ found: newSequence(), at: 0 });
  return journal.loop(gatherings, start, (state) => {
    if (state.at < list.length) {
      run.step();
      add(state.found, list[state.at], state.at);
      state.at += 1;
    }
    return state.at < list.length;
  }).found;
}

const map: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(of);
  return gathered(listOf(list), run, (found, item, index) => {
    const value = callEach(called, item, index, list);
    if (value !== undefined) found.push(value);
  });
};

const filter: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(of);
  return gathered(listOf(list), run, (found, item, index) => {
    if (isTrue(callEach(called, item, index, list))) found.push(item);
  });
};

const single: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const called = of === undefined ? undefined : functionOf(of);
  const found: unknown[] = [];
  for (const [index, item] of listOf(list).entries()) {
    run.step();
    if (called !== undefined && !isTrue(callEach(called, item, index, list))) continue;
    if (found.length > 0) fail('D3138');
    found.push(item);
  }
  return found.length === 0 ? fail('D3139') : found[0];
};

const reduce: Implementation = ([list, of, start], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(of);
  if (called.arity < 2) fail('D3050');
  const items = listOf(list);
  const hasStart = start !== undefined || items.length === 0;
  const begin = (): Reduction => (hasStart ? { value: start, at: 0 } : { value: items[0], at: 1 });
  const advance = (state: Reduction): boolean => {
    if (state.at < items.length) {
      run.step();
      const values = [state.value, items[state.at], state.at, list];
      state.value = called.invoke(values.slice(0, Math.max(2, Math.min(called.arity, 4))), null);
      state.at += 1;
    }
    return state.at < items.length;
  };
  if (run.journal !== undefined) return run.journal.loop(reductions, begin, advance).value;
  const state = begin();
  while (advance(state));
  return state.value;
};

/** The value so far, and the index of the next item. */
interface Reduction {
  value: unknown;
  at: number;
}

const reductions: States<Reduction> = new WeakMap();

const each: Implementation = ([item, of], run) => {
  const called = functionOf(of);
  const found = newSequence();
  if (!isItem(item)) return found;
  for (const [key, value] of Object.entries(item)) {
    run.step();
    const result = callEach(called, value, key, item);
    if (result !== undefined) found.push(result);
  }
  return found;
};

const sift: Implementation = ([item, of], run) => {
  if (!isItem(item)) return undefined;
  const called = functionOf(of);
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    run.step();
    if (isTrue(callEach(called, value, key, item))) setMember(found, key, value);
  }
  return Object.keys(found).length === 0 ? undefined : found;
};

const sort: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const items = listOf(list);
  if (items.length <= 1) return list;
  if (of === undefined)
    return comparable(items).toSorted((first, second) => Number(first > second) - Number(first < second));
  const called = functionOf(of);
  const isBehind = (first: number, second: number): boolean => {
    run.step();
    return Boolean(called.invoke([items[first], items[second]], null));
  };
  return mergeSort(items.length, isBehind, run.journal).map((index) => items[index]);
};

/** A list of numbers only or of texts only. */
function comparable(list: readonly unknown[]): readonly (string | number)[] {
  const [numbers, texts] = [list.filter(isNumber), list.filter((item) => typeof item === 'string')];
  if (numbers.length === list.length) return numbers;
  return texts.length === list.length ? texts : fail('D3070');
}

export const higherOrder = { map, filter, single, reduce, each, sift, sort } satisfies Record<string, Implementation>;
