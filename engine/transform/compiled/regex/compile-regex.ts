/** Regular expressions as values. */
import { leaveToInterpreter } from '../failure.ts';
import type { Evaluate } from '../frame.ts';
import { functionValue } from '../function-value.ts';
import { LinearRegExp } from './linear-regexp.ts';

export function compileRegex(pattern: RegExp): Evaluate {
  const value = functionValue(2, () => leaveToInterpreter(), { pattern: new LinearRegExp(pattern) });
  return () => value;
}
