/** The different values of a list, in time that grows with its length: the library compares each value with all others. */
import { deepEqual } from '../runtime/equality.ts';
import { isItem, isList, isSequence, newSequence } from '../runtime/list.ts';
import type { Implementation } from './implementation.ts';

/** The same text for equal values, whatever the order of their members. Different values may have the same text. */
function canonicalText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isItem(value)) return typeof value === 'function' ? 'function' : String(value);
  const names = Object.getOwnPropertyNames(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}

/** `$distinct`: the first of equal items, in their order. A sequence gives a sequence; a value that is no list is returned as it is. */
export const distinct: Implementation = ([list]) => {
  if (!isList(list) || list.length <= 1) return list;
  const distinctValues: unknown[] = isSequence(list) ? newSequence() : [];
  const byText = new Map<string, unknown[]>();
  for (const value of list) {
    const text = canonicalText(value);
    const equalTexts = byText.get(text) ?? [];
    if (equalTexts.some((other) => deepEqual(value, other))) continue;
    byText.set(text, [...equalTexts, value]);
    distinctValues.push(value);
  }
  return distinctValues;
};
