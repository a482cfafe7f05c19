/** Functions as values: lambdas, functions of the library and regular expressions. */
import type { LinearRegExp } from '../regex/linear-regexp.ts';

/** A function that a variable or an argument has as its value. */
export interface FunctionValue {
  (): never;
  /** Number of arguments that it takes. */
  readonly arity: number;
  /** `context` replaces a missing first argument of some functions. */
  readonly invoke: (values: readonly unknown[], context: unknown) => unknown;
  /** Set for a regular expression. */
  readonly pattern: LinearRegExp | undefined;
  /** A function of the library itself, not one that calls it. */
  readonly native: boolean;
}

function notCalledDirectly(): never {
  throw new Error('A function value is called with invoke().');
}

/** Equal only to itself. Calling it as a JavaScript function throws; `invoke` calls it. */
export function functionValue(
  arity: number,
  invoke: FunctionValue['invoke'],
  { pattern, native = false }: { readonly pattern?: LinearRegExp; readonly native?: boolean } = {},
): FunctionValue {
  // A new function object for each value: functions are equal only to themselves.
  return Object.assign((): never => notCalledDirectly(), { arity, invoke, pattern, native });
}

/** False for a JavaScript function that `functionValue` did not make. */
export const isFunctionValue = (value: unknown): value is FunctionValue =>
  typeof value === 'function' && 'invoke' in value && 'arity' in value;

/** A function as an argument of another one: it is called without a context. */
export function asArgument(value: unknown): unknown {
  if (!isFunctionValue(value) || value.pattern !== undefined) return value;
  const { arity, invoke } = value;
  return functionValue(arity, (values) => invoke(values, null));
}
