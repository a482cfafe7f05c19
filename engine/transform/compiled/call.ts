/** Calls of functions: of the library by name, of variables, and chained with `~>`. */

import { type Code, code } from '../../emit/code.ts';
import type { KnownFunction } from '../library/library.ts';
import { fail, leaveToInterpreter } from '../runtime/failure.ts';
import { asArgument, type FunctionValue, isFunctionValue } from '../runtime/function-value.ts';
import type { States } from '../runtime/journal.ts';
import type { Run } from '../runtime/run.ts';
import type { Node, NodeOf } from './tree.ts';
import type { Body } from './writer.ts';

/** A call. `first`: the first argument, which is left of `~>`. */
export function callCode(node: NodeOf<'call'>, body: Body, first?: Code): Code {
  const written = node.values.map((value) => (node.tail ? code`${notNative}(${body.node(value)})` : body.node(value)));
  const values = first === undefined ? written : [first, ...written];
  // JSONata evaluates a call at the end of a function for the caller of this function, with the caller's context.
  const context = node.tail ? code`frame.caller` : code`input`;
  const list = values.map((value) => code`${value}, `);
  const inLibrary = libraryFunction(node.procedure, body);
  if (inLibrary === undefined)
    return code`${invoke}(${callable}(${body.node(node.procedure)}), [${list}], ${context}, frame.run)`;
  const { quick, call } = inLibrary;
  const [only] = values;
  if (quick === undefined || only === undefined || values.length > 1)
    return code`${call}([${list}], ${context}, frame.run)`;
  const [argument, result] = [body.variable(), body.variable()];
  const general = code`${call}([${argument}], ${context}, frame.run)`;
  return code`((${result} = ${quick}(${argument} = ${only})) === undefined ? ${general} : ${result})`;
}

/** The function of the library that a call by name means, unless the expression defines a variable with its name. */
function libraryFunction(procedure: Node, { writer, scope }: Body): KnownFunction | undefined {
  const isName = procedure.type === 'variable' && procedure.filters.length === 0 && procedure.group === undefined;
  if (!isName || scope.placesOf(procedure.name).length > 0) return undefined;
  return writer.library.functionCalled(procedure.name);
}

/** An argument of a call at the end of a function: there, the library cannot pass its own functions to others. */
const notNative = (value: unknown): unknown => (isFunctionValue(value) && value.native ? leaveToInterpreter() : value);

function callable(value: unknown): FunctionValue {
  if (!isFunctionValue(value)) fail('T1006');
  return value.pattern === undefined ? value : leaveToInterpreter();
}

/** Results of calls: a recursion has no loop that could continue. */
const results: States<{ value?: unknown }> = new WeakMap();

function invoke(called: FunctionValue, values: readonly unknown[], context: unknown, { journal }: Run): unknown {
  const call = (): unknown => called.invoke(values.map(asArgument), context);
  return journal === undefined ? call() : journal.once(results, call);
}

/** `value ~> function`. */
export function applyCode(node: NodeOf<'apply'>, body: Body): Code {
  const left = body.node(node.left);
  return node.right.type === 'call'
    ? callCode(node.right, body, left)
    : code`${chained}(${left}, ${body.node(node.right)})`;
}

/** Fails with T2006 where the right side is no function; chained functions are left to the interpreter. */
function chained(value: unknown, called: unknown): unknown {
  if (!isFunctionValue(called)) fail('T2006');
  // Chaining two functions gives a function.
  if (isFunctionValue(value) || called.pattern !== undefined) leaveToInterpreter();
  return called.invoke([value], null);
}
