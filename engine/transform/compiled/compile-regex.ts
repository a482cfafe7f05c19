/** Regular expressions as values. */

import { LinearRegExp } from '../regex/linear-regexp.ts';
import { leaveToInterpreter } from '../runtime/failure.ts';
import { functionValue } from '../runtime/function-value.ts';
import type { Evaluate } from './frame.ts';

/** A pattern as a value, for functions that search in linear time. Calling it as a function is left to the interpreter. */
export function compileRegex(pattern: RegExp): Evaluate {
  const value = functionValue(2, () => leaveToInterpreter(), { pattern: new LinearRegExp(pattern) });
  return () => value;
}
