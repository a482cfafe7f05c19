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
function callEach(callback: FunctionValue, value: unknown, key: unknown, whole: unknown): unknown {
  if (callback.arity >= 3) return callback.invoke([value, key, whole], null);
  return callback.invoke(callback.arity >= 2 ? [value, key] : [value], null);
}

/** What is found in a list so far, and the index of the next item. */
interface Gathered {
  readonly results: List;
  at: number;
}

const gatherings: States<Gathered> = new WeakMap();

/** A sequence to which each item of a list may add something: `add` does so last. */
function gathered(
  list: readonly unknown[],
  run: Run,
  add: (results: List, item: unknown, index: number) => void,
): unknown {
  const { journal } = run;
  if (journal === undefined) {
    const results = newSequence();
    for (let index = 0; index < list.length; index += 1) {
      run.step();
      add(results, list[index], index);
    }
    return results;
  }
  const start = (): Gathered => ({ results: newSequence(), at: 0 });
  return journal.loop(gatherings, start, (state) => {
    if (state.at < list.length) {
      run.step();
      add(state.results, list[state.at], state.at);
      state.at += 1;
    }
    return state.at < list.length;
  }).results;
}

const map: Implementation = ([list, callback], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(callback);
  return gathered(listOf(list), run, (results, item, index) => {
    const value = callEach(called, item, index, list);
    if (value !== undefined) results.push(value);
  });
};

const filter: Implementation = ([list, callback], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(callback);
  return gathered(listOf(list), run, (results, item, index) => {
    if (isTrue(callEach(called, item, index, list))) results.push(item);
  });
};

const single: Implementation = ([list, callback], run) => {
  if (list === undefined) return undefined;
  const called = callback === undefined ? undefined : functionOf(callback);
  const matches: unknown[] = [];
  for (const [index, item] of listOf(list).entries()) {
    run.step();
    if (called !== undefined && !isTrue(callEach(called, item, index, list))) continue;
    if (matches.length > 0) fail('D3138');
    matches.push(item);
  }
  return matches.length === 0 ? fail('D3139') : matches[0];
};

const reduce: Implementation = ([list, callback, start], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(callback);
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

const each: Implementation = ([item, callback], run) => {
  const called = functionOf(callback);
  const results = newSequence();
  if (!isItem(item)) return results;
  for (const [key, value] of Object.entries(item)) {
    run.step();
    const result = callEach(called, value, key, item);
    if (result !== undefined) results.push(result);
  }
  return results;
};

const sift: Implementation = ([item, callback], run) => {
  if (!isItem(item)) return undefined;
  const called = functionOf(callback);
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    run.step();
    if (isTrue(callEach(called, value, key, item))) setMember(kept, key, value);
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
};

const sort: Implementation = ([list, comparator], run) => {
  if (list === undefined) return undefined;
  const items = listOf(list);
  if (items.length <= 1) return list;
  if (comparator === undefined)
    return comparable(items).toSorted((first, second) => Number(first > second) - Number(first < second));
  const called = functionOf(comparator);
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
