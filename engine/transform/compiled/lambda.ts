/** Functions that an expression defines. */

import { type Code, code } from '../../emit/code.ts';
import type { Check } from '../library/signature.ts';
import { type FunctionValue, functionValue } from '../runtime/function-value.ts';
import { type Evaluate, type Frame, unset } from './frame.ts';
import { Scope } from './scope.ts';
import { definedIn, depthOf, type NodeOf } from './tree.ts';
import type { Body } from './writer.ts';

/** A function with the variables of the place where it is written. Each call counts towards the limit of depth. */
export function lambdaCode({ parameters, check, body }: NodeOf<'lambda'>, { writer, scope }: Body): Code {
  const inner = new Scope([...parameters, ...definedIn([body])], scope);
  const lambda: Lambda = {
    places: parameters.map((name) => inner.indexOf(name) ?? 0),
    size: inner.size,
    depth: depthOf(body) + 1,
    check,
  };
  return code`${lambdaValue}(${lambda}, ${writer.evaluate(inner, (writing) => writing.node(body))}, input, frame)`;
}

interface Lambda {
  /** Indexes of the parameters among the variables. */
  readonly places: readonly number[];
  /** Number of variables. */
  readonly size: number;
  /** Number of nodes inside each other. */
  readonly depth: number;
  readonly check: Check | undefined;
}

/** `input`: the context of the place where the function is written. */
function lambdaValue(
  { places, size, depth, check }: Lambda,
  body: Evaluate,
  input: unknown,
  outer: Frame,
): FunctionValue {
  const { run } = outer;
  return functionValue(places.length, (values, caller) => {
    run.enter(depth);
    const checked = check === undefined ? values : check(values, caller);
    const value = body(input, { values: startValues(places, size, checked), outer, run, caller });
    run.leave(depth);
    return value;
  });
}

function startValues(places: readonly number[], size: number, values: readonly unknown[]): unknown[] {
  const start: unknown[] = [];
  for (let index = 0; index < size; index += 1) start.push(unset);
  for (let index = 0; index < places.length; index += 1) start[places[index] ?? 0] = values[index];
  return start;
}
