/** Functions over objects, lists and truth. Unlike those of the library, they construct ordinary objects. */
import { append, isItem, isList, lookup, newSequence, setMember } from '../runtime/list.ts';
import { textOf } from '../runtime/text.ts';
import { isTrue } from '../runtime/truth.ts';
import { type Implementation, listOf } from './implementation.ts';

/** Undefined for a missing value, also if it is the only item of lists. */
const boolean: Implementation = ([value]) => {
  let item = value;
  while (isList(item) && item.length === 1) [item] = item;
  return item === undefined ? undefined : isTrue(item);
};

const not: Implementation = ([value]) => (value === undefined ? undefined : !isTrue(value));

const exists: Implementation = ([value]) => value !== undefined;

const string: Implementation = ([value, pretty]) =>
  value === undefined ? undefined : textOf(value, pretty === true ? 2 : 0);

const merge: Implementation = ([list]) => {
  if (list === undefined) return undefined;
  const merged: Record<string, unknown> = {};
  for (const item of listOf(list)) {
    if (isItem(item)) for (const [name, value] of Object.entries(item)) setMember(merged, name, value);
  }
  return merged;
};

/** One object for each member. */
function spreadOf(value: unknown): unknown {
  if (isList(value)) return value.reduce<unknown>((all, item) => append(all, spreadOf(item)), newSequence());
  if (!isItem(value)) return value;
  const parts = newSequence();
  for (const [name, member] of Object.entries(value)) {
    const part: Record<string, unknown> = {};
    setMember(part, name, member);
    parts.push(part);
  }
  return parts;
}

const runsOfSpace = /[ \t\n\r]+/g;

/** Spaces and line breaks in a row become one space, except at the ends. */
const trim: Implementation = ([text]) => {
  if (typeof text !== 'string') return undefined;
  const narrow = /[\t\n\r]| {2}/.test(text) ? text.replaceAll(runsOfSpace, ' ') : text;
  return narrow.slice(narrow.startsWith(' ') ? 1 : 0, narrow.length > 1 && narrow.endsWith(' ') ? -1 : undefined);
};

/** These functions, by the names that expressions call them. */
export const valueFunctions = {
  boolean,
  not,
  exists,
  string,
  merge,
  trim,
  append: ([first, second]) => append(first, second),
  lookup: ([item, name]) => (typeof name === 'string' ? lookup(item, name) : undefined),
  spread: ([value]) => spreadOf(value),
} satisfies Record<string, Implementation>;
