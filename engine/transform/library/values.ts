/** Functions over objects, lists and truth. Unlike those of the library, they construct ordinary objects. */
import { setMember } from '../../base/members.ts';
import { append, isItem, isList, lookup, newSequence } from '../runtime/list.ts';
import { textOf } from '../runtime/text.ts';
import { isTrue } from '../runtime/truth.ts';
import { distinct } from './distinct.ts';
import { type Implementation, listOf } from './implementation.ts';

/** Undefined for a missing value, also if it is the only item of lists. */
const boolean: Implementation = ([value]) => {
  let item = value;
  while (isList(item) && item.length === 1) [item] = item;
  return item === undefined ? undefined : isTrue(item);
};

const not: Implementation = ([value]) => (value === undefined ? undefined : !isTrue(value));

const exists = (value: unknown): boolean => value !== undefined;

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
function trimmed(text: string): string {
  const narrow = /[\t\n\r]| {2}/.test(text) ? text.replaceAll(runsOfSpace, ' ') : text;
  return narrow.slice(narrow.startsWith(' ') ? 1 : 0, narrow.length > 1 && narrow.endsWith(' ') ? -1 : undefined);
}

const count: Implementation = ([list]) => (list === undefined ? 0 : listOf(list).length);

const ifText =
  (convert: (text: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? convert(value) : undefined;

/** The results of calls with one argument that need no check of it. Undefined for other arguments. */
export const quickFunctions: Readonly<Record<string, (value: unknown) => unknown>> = {
  count: (value) => (isList(value) ? value.length : undefined),
  exists,
  string: ifText((text) => text),
  trim: ifText(trimmed),
  lowercase: ifText((text) => text.toLowerCase()),
  uppercase: ifText((text) => text.toUpperCase()),
};

/** These functions, by the names that expressions call them. */
export const valueFunctions = {
  boolean,
  not,
  exists: ([value]) => exists(value),
  string,
  merge,
  trim: ([text]) => (typeof text === 'string' ? trimmed(text) : undefined),
  count,
  distinct,
  append: ([first, second]) => append(first, second),
  lookup: ([item, name]) => (typeof name === 'string' ? lookup(item, name) : undefined),
  spread: ([value]) => spreadOf(value),
} satisfies Record<string, Implementation>;
