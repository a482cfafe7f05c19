/** Objects: `{ key: value }` for one item, or grouped by key for a list. */

import { setMember } from '../../base/members.ts';
import { type Code, code, memberKey, memberSet } from '../../emit/code.ts';
import { fail } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import { isList } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Node, Pair } from './tree.ts';
import { Body, type WriteNode } from './writer.ts';

/** Names that mark functions in the library. */
const reserved = ['_jsonata_lambda', '_jsonata_function'];

function checkKey(key: unknown): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string') fail('T1003');
  return reserved.includes(key) ? fail('D1013') : key;
}

interface Member {
  readonly key: Evaluate;
  readonly value: Evaluate;
}

/** Adds a function that constructs objects from a value, and gives its name. `write` writes the values of the members. */
export function groupFunction(
  pairs: readonly Pair[],
  { writer, scope }: Body,
  write: WriteNode = (value, body) => body.node(value),
): Code {
  const names = pairs.flatMap(({ key }) => fixedName(key) ?? []);
  if (new Set(names).size === pairs.length) {
    const body = new Body(writer, scope);
    const values = pairs.map(({ value }) => write(value, body));
    const whole = code`if (Array.isArray(input)) input = ${merged}(input, frame.run); `;
    return writer.constant(body.function(objectCode(names, values, body), whole));
  }
  const members = pairs.map(({ key, value }) => {
    const keyed = writer.evaluate(scope, (body) => body.node(key));
    return code`{ key: ${keyed}, value: ${writer.evaluate(scope, (body) => write(value, body))} }, `;
  });
  return writer.constant(code`${grouping}([${members}])`);
}

/** The text of a key that is the same for each object; undefined if it is not, or if it needs a check. */
function fixedName(key: Node): string | undefined {
  const name = key.type === 'literal' && key.filters.length === 0 && key.group === undefined ? key.value : undefined;
  return typeof name !== 'string' || reserved.includes(name) ? undefined : name;
}

/** Returns an object with fixed keys. V8 keeps all members of an object that is made at once in the object. */
function objectCode(names: readonly string[], values: readonly Code[], body: Body): Code {
  const members = names.map((name, at) => ({ name, value: body.variable(), code: values[at] ?? code`undefined` }));
  const all = members.map(({ name, value }) => code`${memberKey(name)}: ${value}, `);
  const present = members.map(({ value }) => code` && ${value} !== undefined`);
  const sets = members.map(
    ({ name, value }) => code`\n  if (${value} !== undefined) ${memberSet(code`object`, name, value)};`,
  );
  return code`${members.map(({ value, code: evaluate }) => code`${value} = ${evaluate};\n  `)}if (true${present}) return { ${all}};
  const object = {};${sets}
  return object;`;
}

/** A list as the context of an object with fixed keys: its only item, or all items in one list. */
function merged(list: readonly unknown[], run: Run): unknown {
  const group: Group = { data: undefined, ownItems: undefined, index: 0 };
  for (const item of list) {
    run.step();
    addTo(group, item);
  }
  return group.data;
}

/** Objects whose keys are evaluated for each item. */
function grouping(members: readonly Member[]): Evaluate {
  return (input, frame) => {
    const items = isList(input) ? input : [input];
    return grouped(members, items.length === 0 ? [undefined] : items, frame);
  };
}

/** The items with one key. `own`: the list is new, so that items may be added to it. */
interface Group {
  data: unknown;
  ownItems: unknown[] | undefined;
  readonly index: number;
}

function addTo(group: Group, item: unknown): void {
  if (item === undefined) return;
  if (group.ownItems === undefined) {
    if (group.data === undefined) {
      group.data = item;
      return;
    }
    group.ownItems = isList(group.data) ? [...group.data] : [group.data];
    group.data = group.ownItems;
  }
  if (isList(item)) for (const one of item) group.ownItems.push(one);
  else group.ownItems.push(item);
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
  if (group === undefined) groups.set(key, { data: item, ownItems: undefined, index });
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
