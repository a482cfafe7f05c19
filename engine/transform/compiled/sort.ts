/** Sorting by terms: `^`. */

import { type Code, code } from '../../emit/code.ts';
import { fail, Undecided } from '../runtime/failure.ts';
import type { Journal, States } from '../runtime/journal.ts';
import { type IsBehind, mergeSort } from '../runtime/merge-sort.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Term } from './tree.ts';
import type { Body } from './writer.ts';

interface CompiledTerm {
  readonly evaluate: Evaluate;
  readonly sign: 1 | -1;
}

/** An item with the values of its terms. A term that failed has its error: it counts only if the term is compared. */
interface Keyed {
  readonly item: unknown;
  readonly keys: unknown[];
}

/** Evaluates a term when it is first compared. */
function keyOf({ item, keys }: Keyed, index: number, { evaluate }: CompiledTerm, frame: Frame): unknown {
  while (keys.length < index) keys.push(undefined);
  if (keys.length === index) keys.push(evaluate(item, frame));
  const key = keys[index];
  if (key instanceof Undecided) throw key;
  return key;
}

/**
 * Evaluates all terms of all items, for an evaluation in turns. A comparison must not evaluate them: a turn that begins again would leave out those that an
 * earlier turn has evaluated, and the loops of the journal inside them would be taken for others.
 */
function keysInTurns(list: readonly unknown[], terms: readonly CompiledTerm[], frame: Frame, journal: Journal) {
  const start = (): Keyed[] => [];
  return journal.loop(keyedLists, start, (keyed) => {
    frame.run.step();
    const item = list[keyed.length];
    const keys = terms.map(({ evaluate }) => valueOrFailure(() => evaluate(item, frame)));
    keyed.push({ item, keys });
    return keyed.length < list.length;
  });
}

function valueOrFailure(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Undecided) return error;
    throw error;
  }
}

const keyedLists: States<Keyed[]> = new WeakMap();

/** Negative, zero or positive; missing values are last in both directions. */
function order(first: unknown, second: unknown, sign: 1 | -1): number {
  if (first === undefined) return second === undefined ? 0 : 1;
  if (second === undefined) return -1;
  const isText = typeof first === 'string' && typeof second === 'string';
  const isNumber = typeof first === 'number' && typeof second === 'number';
  if (!isText && !isNumber) fail(isScalar(first) && isScalar(second) ? 'T2007' : 'T2008');
  if (first === second) return 0;
  return first < second ? -sign : sign;
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** Sorts a list of at least two items. */
export type Sort = (list: readonly unknown[], frame: Frame) => unknown[];

/** The function that sorts by `^( )`. */
export function sortCode(terms: readonly Term[], { writer, scope }: Body): Code {
  const compiled = terms.map(({ expression, descending }) => {
    const evaluate = writer.evaluate(scope, (body) => body.node(expression));
    return code`{ evaluate: ${evaluate}, sign: ${descending ? -1 : 1} }, `;
  });
  return code`${sortBy}([${compiled}])`;
}

/** Stable, by the first term in which two items differ. It yields to other work where the run has a journal. */
function sortBy(terms: readonly CompiledTerm[]): Sort {
  return (list, frame) => {
    const { run } = frame;
    const { journal } = run;
    const keyed: readonly Keyed[] =
      journal === undefined ? list.map((item) => ({ item, keys: [] })) : keysInTurns(list, terms, frame, journal);
    const isBehind: IsBehind = (one, other) => {
      run.step();
      const [first, second] = [keyed[one], keyed[other]];
      if (first === undefined || second === undefined) return false;
      for (const [index, term] of terms.entries()) {
        const by = order(keyOf(first, index, term, frame), keyOf(second, index, term, frame), term.sign);
        if (by !== 0) return by > 0;
      }
      return false;
    };
    return mergeSort(keyed.length, isBehind, journal).map((index) => list[index]);
  };
}
