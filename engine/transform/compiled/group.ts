/** Objects: `{ key: value }` for one item, or grouped by key for a list. */

import { setMember } from '../../base/members.ts';
import { fail } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import { isList } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';
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
  const { run } = frame;
  const { journal } = run;
  const groups: Grouping = new Map();
  const addItem = (to: Grouping, item: unknown): void => {
    run.step();
    const keys = members.map((member) => checkKey(member.key(item, frame)));
    for (const [index, key] of keys.entries()) addKeyed(to, item, key, index);
  };
  const evaluate = ({ index, data }: Group): unknown => members[index]?.value(data, frame);
  if (journal === undefined) {
    for (const item of items) addItem(groups, item);
    const construction = newConstruction(groups);
    while (addNext(construction, run, evaluate));
    return construction.result;
  }
  const { groups: all } = journal.loop(
    groupings,
    () => ({ groups, at: 0 }),
    (state) => {
      if (state.at < items.length) addItem(state.groups, items[state.at]);
      state.at += 1;
      return state.at < items.length;
    },
  );
  const begin = (): Construction => newConstruction(all);
  return journal.loop(constructions, begin, (state) => addNext(state, run, evaluate)).result;
}

type Grouping = Map<string, Group>;

const groupings: States<{ readonly groups: Grouping; at: number }> = new WeakMap();

/** The object so far, and the groups that follow. */
interface Construction {
  readonly result: Record<string, unknown>;
  readonly rest: MapIterator<[key: string, group: Group]>;
  next: IteratorResult<[key: string, group: Group], undefined>;
}

function newConstruction(groups: Grouping): Construction {
  const rest = groups.entries();
  return { result: {}, rest, next: rest.next() };
}

const constructions: States<Construction> = new WeakMap();

function addKeyed(groups: Grouping, item: unknown, key: string | undefined, index: number): void {
  if (key === undefined) return;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { data: item, own: undefined, index });
  else if (group.index === index) addTo(group, item);
  else fail('D1009');
}

/** Adds the value of the next group. Returns whether others follow. */
function addNext(state: Construction, run: Run, evaluate: (group: Group) => unknown): boolean {
  if (state.next.done === true) return false;
  run.step();
  const [key, group] = state.next.value;
  const value = evaluate(group);
  if (value !== undefined) setMember(state.result, key, value);
  state.next = state.rest.next();
  return state.next.done !== true;
}
