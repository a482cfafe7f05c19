/** Equality of values: objects and lists are equal if their contents are. */
import { leaveToInterpreter } from './failure.ts';
import { isItem, isList } from './list.ts';

/** JSONata's `=`: members in any order, items in the same order. Throws `Undecided` for two functions, or a list and an object. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === 'function' && typeof right === 'function') leaveToInterpreter();
  if (!isItem(left) || !isItem(right)) return false;
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index]));
  // A list is never compared with an object: the library compares marks of lists there.
  if (isList(left) || isList(right)) leaveToInterpreter();
  const names = Object.getOwnPropertyNames(left);
  if (names.length !== Object.getOwnPropertyNames(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && deepEqual(left[name], right[name]));
}
