/** Variables: of the expression itself, then those that are passed to it, then functions. */

import { leaveToInterpreter } from '../runtime/failure.ts';
import { functionValue } from '../runtime/function-value.ts';
import { isList } from '../runtime/list.ts';
import type { Compiler } from './compiler.ts';
import { type Evaluate, type Frame, unset } from './frame.ts';
import type { Scope } from './scope.ts';

const context: Evaluate = (input) => (isList(input) && input.outerWrapper === true ? input[0] : input);

/** A variable of the scopes, then a value that the program is given, then a function of the library. The name '' is the context, `$`. */
export function compileVariable(compiler: Compiler, name: string, scope: Scope): Evaluate {
  if (name === '') return context;
  const outside = passed(compiler, name);
  const [place, ...more] = scope.placesOf(name);
  if (place === undefined) return outside;
  const { hops, index } = place;
  const next = more.reduceRight<Evaluate>((further, { hops, index }) => inScope(hops, index, further), outside);
  return inScope(hops, index, next);
}

/** A variable of a block or function; `further` if it has no value yet. */
function inScope(hops: number, index: number, further: Evaluate): Evaluate {
  return (input, frame) => {
    let at: Frame | undefined = frame;
    for (let hop = 0; hop < hops; hop += 1) at = at?.outer;
    const value = at?.values[index];
    return value === unset ? further(input, frame) : value;
  };
}

function passed(compiler: Compiler, name: string): Evaluate {
  if (name === '$') return (_input, { run }) => run.root;
  const known = compiler.library.functionCalled(name);
  return (_input, { run }) => {
    const value = run.bindings[name];
    if (value !== undefined && Object.hasOwn(run.bindings, name))
      return typeof value === 'function' ? leaveToInterpreter() : value;
    return known && functionValue(known.arity, (values, context) => known.call(values, context, run), { native: true });
  };
}
