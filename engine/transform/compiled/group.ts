/** Objects: `{ key: value }` for one item, or grouped by key for a list. */

import { setMember } from '../../base/members.ts';
import { fail } from '../runtime/failure.ts';
import { isList } from '../runtime/list.ts';
import type { Compiler } from './compiler.ts';
import { form } from './copies.ts';
import type { Store } from './forms.ts';
import type { Evaluate, Frame } from './frame.ts';
import { fieldOf } from './path-names.ts';
import type { Scope } from './scope.ts';
import type { Node, Pair } from './tree.ts';

/** Names that mark functions in the library. */
const reserved = ['_jsonata_lambda', '_jsonata_function'];

/** The name that an assignment would take for the prototype. */
const prototype = '__proto__';

function checkKey(key: unknown): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string') fail('T1003');
  return reserved.includes(key) ? fail('D1013') : key;
}

interface Member {
  /** The key, if it is the same for each object. */
  readonly name: string | undefined;
  /** The member of the input that is the value, if it is nothing else. */
  readonly field: string | undefined;
  readonly key: Evaluate;
  readonly value: Evaluate;
}

/** Constructs objects from a value. `compileValue` compiles the values of the members. */
export function compileGroup(
  compiler: Compiler,
  pairs: readonly Pair[],
  scope: Scope,
  compileValue: (value: Node) => Evaluate = (value) => compiler.compile(value, scope),
): Evaluate {
  const members = pairs.map(({ key, value }) => ({
    name: fixedName(key),
    field: fieldOf(value),
    key: compiler.compile(key, scope),
    value: compileValue(value),
  }));
  const general: Evaluate = (input, frame) => {
    const items = isList(input) ? input : [input];
    return grouped(members, items.length === 0 ? [undefined] : items, frame);
  };
  const names = new Set(members.map(({ name }) => name));
  return names.size < members.length ? general : objectOf(members, general);
}

/** The text of a key that is the same for each object; undefined if it is not, or if it needs a check. */
function fixedName(key: Node): string | undefined {
  const name = key.type === 'literal' && key.filters.length === 0 && key.group === undefined ? key.value : undefined;
  return typeof name !== 'string' || [...reserved, prototype].includes(name) ? undefined : name;
}

function objectOf(members: readonly Member[], general: Evaluate): Evaluate {
  let next: Store = () => undefined;
  for (const { name, field, value } of members.toReversed()) {
    if (name === undefined) return general;
    next = field === undefined ? form('store')(name, value, next) : form('storeField')(name, field, value, next);
  }
  return form('object')(next, general);
}

/** The items with one key. `own`: the list is new, so that items may be added to it. */
interface Group {
  data: unknown;
  own: unknown[] | undefined;
  readonly index: number;
}

function addTo(group: Group, item: unknown): void {
  if (item === undefined) return;
  if (group.own === undefined) {
    if (group.data === undefined) {
      group.data = item;
      return;
    }
    group.own = isList(group.data) ? [...group.data] : [group.data];
    group.data = group.own;
  }
  if (isList(item)) for (const one of item) group.own.push(one);
  else group.own.push(item);
}

function grouped(members: readonly Member[], items: readonly unknown[], frame: Frame): unknown {
  const groups = new Map<string, Group>();
  for (const item of items) {
    frame.run.step();
    for (const [index, member] of members.entries()) {
      const key = checkKey(member.key(item, frame));
      if (key === undefined) continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { data: item, own: undefined, index });
      else if (group.index === index) addTo(group, item);
      else fail('D1009');
    }
  }
  const result: Record<string, unknown> = {};
  for (const [key, { data, index }] of groups) {
    const value = members[index]?.value(data, frame);
    if (value !== undefined) setMember(result, key, value);
  }
  return result;
}
