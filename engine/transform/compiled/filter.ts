/** Filters in square brackets: a position, positions or a condition. */

import { type Code, code } from '../../emit/code.ts';
import type { States } from '../runtime/journal.ts';
import { isList, type List, newSequence } from '../runtime/list.ts';
import { isNumber, isTrue } from '../runtime/truth.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Node } from './tree.ts';
import type { Body } from './writer.ts';

/** A value after the filters in `[]`, in their order: a literal number is an index, rounded down; anything else is a condition. */
export function filteredCode(value: Code, filters: readonly Node[], body: Body): Code {
  return filters.reduce((filtered, filter) => {
    if (filter.type === 'literal' && typeof filter.value === 'number')
      return code`${itemAt}(${filtered}, ${Math.floor(filter.value)})`;
    const condition = body.writer.evaluate(body.scope, (conditionBody) => conditionBody.node(filter));
    return code`${where}(${condition}, ${filtered}, frame)`;
  }, value);
}

/** The item at a position; negative positions count from the end. */
function itemAt(value: unknown, position: number): unknown {
  const list: readonly unknown[] = isList(value) ? value : [value];
  const item = list[position < 0 ? list.length + position : position];
  if (isList(item)) return item;
  const kept = newSequence();
  if (item !== undefined) kept.push(item);
  return kept;
}

/** The items for which the condition is true, or whose positions it gives. */
function where(condition: Evaluate, value: unknown, frame: Frame): List {
  const { run } = frame;
  const { journal } = run;
  const list: readonly unknown[] = isList(value) ? value : [value];
  const advance = (state: Chosen): boolean => {
    if (state.at < list.length) {
      run.step();
      choose(state.kept, list, state.at, condition(list[state.at], frame));
      state.at += 1;
    }
    return state.at < list.length;
  };
  if (journal !== undefined) return journal.loop(chosen, newChosen, advance).kept;
  const kept = newSequence();
  for (let index = 0; index < list.length; index += 1) {
    run.step();
    choose(kept, list, index, condition(list[index], frame));
  }
  return kept;
}

/** The chosen items, and the index of the next one. */
interface Chosen {
  readonly kept: List;
  at: number;
}

const newChosen = (): Chosen => ({ kept: newSequence(), at: 0 });

const chosen: States<Chosen> = new WeakMap();

/** Adds an item if the answer of the condition chooses it. */
function choose(kept: unknown[], list: readonly unknown[], index: number, answer: unknown): void {
  const item = list[index];
  if (typeof answer === 'boolean') {
    if (answer) kept.push(item);
  } else add(kept, item, answer, { index, length: list.length });
}

function add(
  kept: unknown[],
  item: unknown,
  answer: unknown,
  { index, length }: { readonly index: number; readonly length: number },
): void {
  const positions: readonly unknown[] | undefined = isList(answer) ? answer : isNumber(answer) ? [answer] : undefined;
  if (positions === undefined || !positions.every(isNumber)) {
    if (isTrue(answer)) kept.push(item);
    return;
  }
  for (const position of positions) {
    const whole = Math.floor(position);
    if ((whole < 0 ? length + whole : whole) === index) kept.push(item);
  }
}
