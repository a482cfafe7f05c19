/** Functions that an expression defines. */

import { functionValue } from '../runtime/function-value.ts';
import type { Compiler } from './compiler.ts';
import { type Evaluate, type Frame, unset } from './frame.ts';
import { Scope } from './scope.ts';
import { definedIn, depthOf, type NodeOf } from './tree.ts';

/** A function with the variables of the place where it is written. Each call counts towards the limit of depth. */
export function compileLambda(compiler: Compiler, node: NodeOf<'lambda'>, scope: Scope): Evaluate {
  const names = [...node.parameters, ...definedIn([node.body])];
  const inner = new Scope(names, scope);
  const body = compiler.compile(node.body, inner);
  const depth = depthOf(node.body) + 1;
  const places = node.parameters.map((name) => inner.indexOf(name) ?? 0);
  const { size } = inner;
  const { check } = node;
  const call = (input: unknown, values: readonly unknown[], caller: unknown, outer: Frame): unknown => {
    const { run } = outer;
    run.enter(depth);
    const checked = check === undefined ? values : check(values, caller);
    const frame: Frame = { values: startValues(places, size, checked), outer, run, caller };
    const value = body(input, frame);
    run.leave(depth);
    return value;
  };
  return (input, outer) => functionValue(places.length, (values, caller) => call(input, values, caller, outer));
}

function startValues(places: readonly number[], size: number, values: readonly unknown[]): unknown[] {
  const start: unknown[] = [];
  for (let index = 0; index < size; index += 1) start.push(unset);
  for (let index = 0; index < places.length; index += 1) start[places[index] ?? 0] = values[index];
  return start;
}
