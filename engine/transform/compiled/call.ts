/** Calls of functions: of the library by name, of variables, and chained with `~>`. */

import type { KnownFunction } from '../library/library.ts';
import { fail, leaveToInterpreter } from '../runtime/failure.ts';
import { asArgument, isFunctionValue } from '../runtime/function-value.ts';
import type { States } from '../runtime/journal.ts';
import type { Compiler } from './compiler.ts';
import { form } from './copies.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Scope } from './scope.ts';
import type { Node, NodeOf } from './tree.ts';

/** Compiles a call. `first`: evaluates the first argument, which is left of `~>`. */
export function compileCall(compiler: Compiler, node: NodeOf<'call'>, scope: Scope, first?: Evaluate): Evaluate {
  const written = node.values.map((value) => {
    const evaluate = compiler.compile(value, scope);
    return node.tail ? notNative(evaluate) : evaluate;
  });
  const values = first === undefined ? written : [first, ...written];
  // JSONata evaluates a call at the end of a function for the caller of this function, with the caller's context.
  const contextOf = node.tail
    ? (_input: unknown, frame: Frame): unknown => frame.caller
    : (input: unknown): unknown => input;
  const known = libraryFunction(compiler, node.procedure, scope);
  const procedure = compiler.compile(node.procedure, scope);
  if (known === undefined) return callOf(procedure, values, contextOf);
  const generic = callOf(procedure, values, contextOf);
  const [only, ...others] = values;
  if (known.quick !== undefined && only !== undefined && others.length === 0) {
    const { quick, call } = known;
    return form('call')({
      argument: only,
      quick,
      general: (value, input, frame) => call([value], contextOf(input, frame), frame.run),
      hidden: generic,
    });
  }
  const direct = directCall(known, values, contextOf);
  return (input, frame) => (frame.run.hides ? generic(input, frame) : direct(input, frame));
}

/** The function of the library that a call by name means, unless the expression defines a variable with its name. */
function libraryFunction({ library }: Compiler, procedure: Node, scope: Scope): KnownFunction | undefined {
  const isName = procedure.type === 'variable' && procedure.filters.length === 0 && procedure.group === undefined;
  if (!isName || scope.placesOf(procedure.name).length > 0) return undefined;
  return library.functionCalled(procedure.name);
}

/** An argument of a call at the end of a function: there, the library cannot pass its own functions to others. */
function notNative(evaluate: Evaluate): Evaluate {
  return (input, frame) => {
    const value = evaluate(input, frame);
    return isFunctionValue(value) && value.native ? leaveToInterpreter() : value;
  };
}

function directCall({ call }: KnownFunction, values: readonly Evaluate[], contextOf: Evaluate): Evaluate {
  const [first, second, ...more] = values;
  if (first === undefined) return (input, frame) => call([], contextOf(input, frame), frame.run);
  if (second === undefined) return (input, frame) => call([first(input, frame)], contextOf(input, frame), frame.run);
  if (more.length === 0)
    return (input, frame) => call([first(input, frame), second(input, frame)], contextOf(input, frame), frame.run);
  return (input, frame) =>
    call(
      values.map((value) => value(input, frame)),
      contextOf(input, frame),
      frame.run,
    );
}

/** Results of calls: a recursion has no loop that could continue. */
const results: States<{ value?: unknown }> = new WeakMap();

function callOf(procedure: Evaluate, values: readonly Evaluate[], contextOf: Evaluate): Evaluate {
  return (input, frame) => {
    const called = procedure(input, frame);
    if (!isFunctionValue(called)) fail('T1006');
    if (called.pattern !== undefined) leaveToInterpreter();
    const evaluated: unknown[] = [];
    for (const value of values) evaluated.push(asArgument(value(input, frame)));
    const { journal } = frame.run;
    const call = (): unknown => called.invoke(evaluated, contextOf(input, frame));
    return journal === undefined ? call() : journal.once(results, call);
  };
}

/** `value ~> function`. The evaluation fails with T2006 where the right side is no function; chained functions are left to the interpreter. */
export function compileApply(compiler: Compiler, node: NodeOf<'apply'>, scope: Scope): Evaluate {
  const left = compiler.compile(node.left, scope);
  if (node.right.type === 'call') return compileCall(compiler, node.right, scope, left);
  const right = compiler.compile(node.right, scope);
  return (input, frame) => {
    const value = left(input, frame);
    const called = right(input, frame);
    if (!isFunctionValue(called)) fail('T2006');
    // Chaining two functions gives a function.
    if (isFunctionValue(value) || called.pattern !== undefined) leaveToInterpreter();
    return called.invoke([value], null);
  };
}
