/** The form of a function that replaces one of the library. */
import { leaveToInterpreter } from '../failure.ts';
import type { Run } from '../frame.ts';
import { isList } from '../list.ts';

/** Gets arguments that the function's signature accepts. */
export type Implementation = (values: readonly unknown[], run: Run) => unknown;

/** An argument that only the interpreter supports. */
export const unsupported = (): never => leaveToInterpreter();

export const listOf = (value: unknown): readonly unknown[] => (isList(value) ? value : unsupported());
