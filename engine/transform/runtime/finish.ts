/** The result of an expression, as plain data. */
import { leaveToInterpreter } from './failure.ts';
import { isItem, isList, isSequence, type List } from './list.ts';

const isMarked = ({ sequence, keepSingleton, cons }: List): boolean =>
  sequence !== undefined || keepSingleton !== undefined || cons !== undefined;

/** Whether the value is an instance of a class, such as ExactNumber. */
function isInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

/**
 * The value without the marks of the evaluator on its lists. Data without such lists are not copied. Objects that contain one were constructed by the
 * expression: they are changed in place.
 */
export function finish(value: unknown): unknown {
  if (typeof value === 'function') return leaveToInterpreter();
  if (!isItem(value)) return value;
  if (isList(value)) {
    const list = isMarked(value) ? [...value] : value;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      if (typeof item !== 'object' && typeof item !== 'function') continue;
      const finished = finish(item);
      if (finished !== item) list[index] = finished;
    }
    return list;
  }
  if (!isInstance(value)) finishMembers(value);
  return value;
}

function finishMembers(item: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (typeof value !== 'object' && typeof value !== 'function') continue;
    const finished = finish(value);
    if (finished !== value)
      Object.defineProperty(item, name, { value: finished, enumerable: true, writable: true, configurable: true });
  }
}

/**
 * The value of a node whose items are plain, without the marks of its list. `kept`: `[]` follows.
 */
export function unmark(value: unknown, kept = false): unknown {
  if (typeof value === 'function') return leaveToInterpreter();
  if (!isList(value)) return value;
  if (!isSequence(value)) return isMarked(value) ? [...value] : value;
  if (value.length === 0) return undefined;
  return value.length === 1 && value.keepSingleton !== true && !kept ? value[0] : [...value];
}
