/** The form of a function that replaces one of the library. */
import { leaveToInterpreter } from '../runtime/failure.ts';
import { isList } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';

/** Gets arguments that the function's signature accepts. */
export type Implementation = (values: readonly unknown[], run: Run) => unknown;

/** An argument that only the interpreter supports. */
export const unsupported = (): never => leaveToInterpreter();

/** The argument as a list. Throws `Undecided` for any other value: only the interpreter supports it. */
export const listOf = (value: unknown): readonly unknown[] => (isList(value) ? value : unsupported());
