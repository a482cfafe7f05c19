/** What stands for the result of an expression that has none. */
import { UnknownValue } from '../../shape/encode.ts';
import { ExpressionError } from '../../transform/expression.ts';

/** The value of an evaluation; an `UnknownValue` with the reason where the expression fails. */
export function valueOrUnknown(value: unknown): unknown {
  if (!(value instanceof Promise)) return value;
  return value.catch((error: unknown) => {
    if (error instanceof ExpressionError) return new UnknownValue(error.message);
    throw error;
  });
}
