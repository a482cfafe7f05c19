/** Functions that call a function: the library's own wait for a promise in each call. */

import { setMember } from '../../base/members.ts';
import { fail } from '../runtime/failure.ts';
import { type FunctionValue, isFunctionValue } from '../runtime/function-value.ts';
import { isItem, newSequence } from '../runtime/list.ts';
import { mergeSort } from '../runtime/merge-sort.ts';
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

const map: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(of);
  const found = newSequence();
  for (const [index, item] of listOf(list).entries()) {
    run.step();
    const value = callEach(called, item, index, list);
    if (value !== undefined) found.push(value);
  }
  return found;
};

const filter: Implementation = ([list, of], run) => {
  if (list === undefined) return undefined;
  const called = functionOf(of);
  const found = newSequence();
  for (const [index, item] of listOf(list).entries()) {
    run.step();
    if (isTrue(callEach(called, item, index, list))) found.push(item);
  }
  return found;
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
  let value = hasStart ? start : items[0];
  for (let index = hasStart ? 0 : 1; index < items.length; index += 1) {
    run.step();
    const values = [value, items[index], index, list].slice(0, Math.max(2, Math.min(called.arity, 4)));
    value = called.invoke(values, null);
  }
  return value;
};

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
  if (of === undefined) return mergeSort(comparable(items), (first, second) => first > second);
  const called = functionOf(of);
  return mergeSort(items, (first, second) => {
    run.step();
    const answer = called.invoke([first, second], null);
    return Boolean(answer);
  });
};

/** A list of numbers only or of texts only. */
function comparable(list: readonly unknown[]): readonly (string | number)[] {
  const [numbers, texts] = [list.filter(isNumber), list.filter((item) => typeof item === 'string')];
  if (numbers.length === list.length) return numbers;
  return texts.length === list.length ? texts : fail('D3070');
}

export const higherOrder = { map, filter, single, reduce, each, sift, sort } satisfies Record<string, Implementation>;
