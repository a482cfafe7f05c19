/** A rule of the language that the grammar cannot say: it demands one thing of a whole profile. */
import type { CompileContext } from '../context/context.ts';

export type Rule = (context: CompileContext) => void;
