/** Lists that an expression constructs, and all members of a value: `[ ]`, `*` and `**`. */

import { leaveToInterpreter } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import { flatten, isItem, isList, isSequence, type List, newSequence } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';

/** How a list is constructed. `arrays`: which of its items are lists that stay lists. `cons`: a path does not flatten it. */
interface Construction {
  readonly arrays: readonly boolean[];
  readonly cons: boolean;
}

const lists: States<{ value?: List }> = new WeakMap();

/** The values in one list, without those that are missing. A list that is made of others is made once in an evaluation in turns: it may be long. */
export function listWith(values: readonly unknown[], construction: Construction, { journal }: Run): unknown {
  return journal !== undefined && values.some(isList)
    ? journal.once(lists, () => joined(values, construction))
    : joined(values, construction);
}

function joined(values: readonly unknown[], { arrays, cons }: Construction): List {
  const list: List = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === undefined) continue;
    if (arrays[index] !== true && isList(value)) for (const one of value) list.push(one);
    else list.push(value);
  }
  if (cons) Object.defineProperty(list, 'cons', { value: true, enumerable: false });
  return list;
}

/** All members of an object. Lists among them are flattened; then the result is a list also if it has one item. */
export function wildcard(input: unknown): unknown {
  const whole = isList(input) && input.outerWrapper === true && input.length > 0 ? input[0] : input;
  // The library counts the mark of a sequence as a member.
  if (isSequence(whole)) leaveToInterpreter();
  const members = newSequence();
  if (!isItem(whole)) return members;
  let plain: unknown[] | undefined;
  for (const value of Object.values(whole)) {
    if (isList(value)) {
      plain ??= [...members];
      for (const one of flatten(value)) plain.push(one);
    } else (plain ?? members).push(value);
  }
  return plain ?? members;
}

/** The value and everything in it. */
export function descendants(input: unknown): unknown {
  if (input === undefined) return undefined;
  const values = newSequence();
  collect(input, values);
  return values.length === 1 ? values[0] : values;
}

function collect(value: unknown, values: List): void {
  if (!isList(value)) values.push(value);
  if (isItem(value)) for (const inner of isList(value) ? value : Object.values(value)) collect(inner, values);
}
