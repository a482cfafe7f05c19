/** What a compiled node gets when it is evaluated. */
import type { Run } from '../runtime/run.ts';

/** Evaluates a node. `input`: the context value, `$`. Generated functions have these names for their parameters. */
export type Evaluate = (input: unknown, frame: Frame) => unknown;

/** The mark of a variable that has no value yet: the name means a variable further out. */
export const unset: object = Object.freeze({});

/** The variables of a block or of a call of a function. */
export interface Frame {
  readonly values: unknown[];
  readonly outer: Frame | undefined;
  readonly run: Run;
  /** The context of the call, which functions in the last position of a function's body use for a missing argument. */
  readonly caller: unknown;
}
