/** Objects: `{ key: value }` for one item, or grouped by key for a list. */

import { fail } from '../runtime/failure.ts';
import { isList, setMember } from '../runtime/list.ts';
import type { Compiler } from './compiler.ts';
import type { Evaluate, Frame } from './frame.ts';
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
  const literal = fixed(pairs, compileValue);
  const members = pairs.map(({ key, value }) => ({
    key: compiler.compile(key, scope),
    value: compileValue(value),
  }));
  return (input, frame) => {
    if (!isList(input)) return literal === undefined ? grouped(members, [input], frame) : object(literal, input, frame);
    if (literal !== undefined && input.length <= 1) return object(literal, input[0], frame);
    return grouped(members, input.length === 0 ? [undefined] : input, frame);
  };
}

type Literal = readonly (readonly [string, Evaluate])[];

/** The members if all keys are different texts; undefined otherwise. */
function fixed(pairs: readonly Pair[], compileValue: (value: Node) => Evaluate): Literal | undefined {
  const members = pairs.flatMap(({ key, value }): Literal => {
    const isPlain = key.type === 'literal' && key.filters.length === 0 && key.group === undefined;
    const name = isPlain ? key.value : undefined;
    return typeof name === 'string' && ![...reserved, prototype].includes(name) ? [[name, compileValue(value)]] : [];
  });
  const names = new Set(members.map(([name]) => name));
  return names.size === pairs.length ? members : undefined;
}

function object(members: Literal, item: unknown, frame: Frame): unknown {
  const result: Record<string, unknown> = {};
  for (const [name, evaluate] of members) {
    const value = evaluate(item, frame);
    if (value !== undefined) result[name] = value;
  }
  return result;
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
