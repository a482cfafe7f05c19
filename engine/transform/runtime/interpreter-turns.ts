/** Turns of the library's interpreter, between which others run. */
import type jsonata from 'jsonata';
import { nextTurn, turnMs } from '../../base/shared-thread.ts';
import { TimeOver } from './failure.ts';
import type { TurnLimits } from './run.ts';

/** The name under which the interpreter looks for a function that it calls for each node, and waits for. */
const entry = Symbol.for('jsonata.__evaluate_entry');

/** Number of nodes between two looks at the clock. */
const nodesPerLook = 64;

interface Turns {
  nodes: number;
  begin: number;
  spent: number;
}

/** Lets the evaluations of a program end their turns, and fail after the time of their limits. */
export function giveTurns(program: jsonata.Expression, { each, all: most }: TurnLimits): void {
  // Each evaluation has its own outermost environment.
  const all = new WeakMap<object, Turns>();
  const look = async (turns: Turns): Promise<void> => {
    const elapsed = performance.now() - turns.begin;
    if (turns.spent + elapsed > most) throw new TimeOver(most);
    if (elapsed <= turnMs(each)) return;
    turns.spent += elapsed;
    await nextTurn(elapsed);
    turns.begin = performance.now();
  };
  const onNode = (_node: unknown, _input: unknown, { base }: { readonly base: object }): Promise<void> | undefined => {
    const turns = all.get(base) ?? { nodes: 0, begin: performance.now(), spent: 0 };
    if (turns.nodes === 0) all.set(base, turns);
    turns.nodes += 1;
    return turns.nodes % nodesPerLook === 0 ? look(turns) : undefined;
  };
  // The types of the library allow texts only.
  Reflect.apply(program.assign, program, [entry, onNode]);
}
