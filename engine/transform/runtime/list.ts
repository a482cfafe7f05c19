/** Arrays with the marks of JSONata's evaluator, and the basic operations on values. They follow the library's evaluator. */

import { ExactNumber } from '../../base/exact-number.ts';

/**
 * An array. `sequence`: the result of a path or function, which is its only item if it has one item. `keepSingleton`: a sequence that
 * stays a list. `outerWrapper`: contains an input that is an array. `cons`: a constructed array that a path does not flatten.
 */
export interface List extends Array<unknown> {
  sequence?: boolean;
  keepSingleton?: boolean;
  outerWrapper?: boolean;
  cons?: boolean;
}

export type Item = Readonly<Record<string, unknown>>;

/** True also for a sequence. */
export const isList = (value: unknown): value is List => Array.isArray(value);

/** A sequence is a list of results: JSONata gives its only item in place of it, and nothing in place of an empty one. */
export const isSequence = (value: unknown): value is List => isList(value) && value.sequence === true;

/** Whether the value has members: an object or an array. */
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** Empty and mutable. */
export function newSequence(): List {
  const list: List = [];
  list.sequence = true;
  return list;
}

/** A sequence with one item, which may be a list. */
export function sequenceOf(value: unknown): List {
  const list: List = [value];
  list.sequence = true;
  return list;
}

/** The value of a node: a sequence without items is missing, and a sequence with one item is this item. */
export function unwrap(value: unknown): unknown {
  if (!isSequence(value)) return value;
  if (value.length === 0) return undefined;
  return value.length === 1 && value.keepSingleton !== true ? value[0] : value;
}

/** The value of a node that `[]` follows. */
export function unwrapKept(value: unknown): unknown {
  if (!isSequence(value)) return value;
  value.keepSingleton = true;
  return value.length === 0 ? undefined : value;
}

/** An own member of an object. Members of its prototype are not read. */
export function member(item: Item, name: string): unknown {
  return Object.hasOwn(item, name) ? item[name] : undefined;
}

const prototypes: readonly object[] = [Object.prototype, Date.prototype, Buffer.prototype, ExactNumber.prototype];

/** Whether a value of rows or of the evaluator inherits a member with this name: `constructor`, `length` of bytes. */
export const isInheritedSomewhere = (name: string): boolean => prototypes.some((prototype) => name in prototype);

/** The member with this name; for a list, those of all items. */
export function lookup(input: unknown, name: string): unknown {
  if (isList(input)) {
    const values = newSequence();
    for (const item of input) {
      const value = lookup(item, name);
      if (isList(value)) for (const one of value) values.push(one);
      else if (value !== undefined) values.push(value);
    }
    return values;
  }
  return isItem(input) ? member(input, name) : undefined;
}

/** Both values in one list. A missing value adds nothing. */
export function append(first: unknown, second: unknown): unknown {
  if (first === undefined) return second;
  if (second === undefined) return first;
  return (isList(first) ? [...first] : [first]).concat(isList(second) ? [...second] : [second]);
}

/** All values that are not lists, from lists of any depth. */
export function flatten(value: unknown, into: unknown[] = []): unknown[] {
  if (isList(value)) for (const item of value) flatten(item, into);
  else into.push(value);
  return into;
}
