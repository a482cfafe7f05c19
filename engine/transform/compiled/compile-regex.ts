/** Regular expressions as values. */

import { LinearRegExp } from '../regex/linear-regexp.ts';
import { leaveToInterpreter } from '../runtime/failure.ts';
import { type FunctionValue, functionValue } from '../runtime/function-value.ts';

/** A pattern as a value, for functions that search in linear time. Calling it as a function is left to the interpreter. */
export const regexValue = (pattern: RegExp): FunctionValue =>
  functionValue(2, () => leaveToInterpreter(), { pattern: new LinearRegExp(pattern) });
