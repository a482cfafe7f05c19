/** Variables: of the expression itself, then those that are passed to it, then functions. */

import { type Code, code } from '../../emit/code.ts';
import type { KnownFunction } from '../library/library.ts';
import { leaveToInterpreter } from '../runtime/failure.ts';
import { functionValue } from '../runtime/function-value.ts';
import { isList } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';
import { unset } from './frame.ts';
import { type Body, memberCode } from './writer.ts';

const context = (input: unknown): unknown => (isList(input) && input.outerWrapper === true ? input[0] : input);

/** A variable of the scopes, then a value that the program is given, then a function of the library. The name '' is the context, `$`. */
export function variableCode(name: string, body: Body): Code {
  if (name === '') return code`${context}(input)`;
  return body.scope.placesOf(name).reduceRight(
    (further, { hops, index }) => {
      const value = body.variable();
      const frame = code`frame${Array.from({ length: hops }, () => code`.outer`)}`;
      return code`((${value} = ${frame}.values[${index}]) === ${unset} ? ${further} : ${value})`;
    },
    passedCode(name, body),
  );
}

function passedCode(name: string, body: Body): Code {
  if (name === '$') return code`frame.run.root`;
  const inLibrary = body.writer.library.functionCalled(name);
  const bound = code`${passed}(${memberCode(code`frame.run.bindings`, name)})`;
  if (inLibrary === undefined) return bound;
  const value = body.variable();
  return code`((${value} = ${bound}) === undefined ? ${asValue}(${inLibrary}, frame.run) : ${value})`;
}

const passed = (value: unknown): unknown => (typeof value === 'function' ? leaveToInterpreter() : value);

const asValue = ({ arity, call }: KnownFunction, run: Run): unknown =>
  functionValue(arity, (values, context) => call(values, context, run), { native: true });
