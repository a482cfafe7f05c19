/** Expressions as JavaScript functions, built at start from the library's syntax tree. */

import { type Functions, type Library, libraryWith } from '../library/library.ts';
import { isList, isSequence, sequenceOf } from '../runtime/list.ts';
import { type Bindings, type Limits, Run } from '../runtime/run.ts';
import { compilerWith } from './compile.ts';
import { compileFinal } from './final.ts';
import { type Frame, unset } from './frame.ts';
import { NotCompiled, readNode } from './read-tree.ts';
import { Scope } from './scope.ts';
import { definedIn, depthOf, type Node, partsOf } from './tree.ts';

/**
 * Evaluates an expression over `input`. Throws Undecided where the result is an error, or where the interpreter has to decide; throws TimeOver after
 * the time of the limits.
 */
export type Program = (input: unknown, bindings: Bindings) => unknown;

/** A compiled expression, or why the interpreter has to evaluate it. */
export type CompiledProgram =
  | { readonly ok: true; readonly run: Program }
  | { readonly ok: false; readonly reason: string };

/** Compiles a syntax tree of JSONata's `ast()`. `functions` are those that are added to the library. */
export function compileProgram(tree: unknown, functions: Functions, limits: Limits): CompiledProgram {
  try {
    return { ok: true, run: programOf(tree, functions, limits) };
  } catch (error) {
    if (error instanceof NotCompiled) return { ok: false, reason: error.message };
    throw error;
  }
}

function programOf(tree: unknown, functions: Functions, limits: Limits): Program {
  const node = readNode(tree);
  const depth = depthOf(node);
  if (depth > limits.stack) throw new NotCompiled('more nodes inside each other than the limit');
  const scope = new Scope(definedIn([node]));
  const { size } = scope;
  const library = libraryWith(functions);
  const evaluate = compileFinal(compilerWith(library), node, scope, true);
  const called = calledIn(node, library);
  const run = new Run(limits, depth);
  const frame: Frame = { values: Array.from({ length: size }, () => unset), outer: undefined, run, caller: undefined };
  // Rows are evaluated with the same variables.
  let known: Bindings | undefined;
  let hides = false;
  return (input, bindings) => {
    if (bindings !== known) {
      known = bindings;
      hides = called.some((name) => Object.hasOwn(bindings, name));
    }
    run.begin(input, bindings, hides);
    try {
      return evaluate(wrapped(input), frame);
    } finally {
      run.end();
      if (size > 0) frame.values.fill(unset);
    }
  };
}

/** Names of the functions of the library that the expression may call. */
function calledIn(node: Node, library: Library): readonly string[] {
  const own = node.type === 'call' && node.procedure.type === 'variable' ? [node.procedure.name] : [];
  const names = [...own, ...partsOf(node).flatMap((part) => calledIn(part, library))];
  return [...new Set(names)].filter((name) => library.functionCalled(name) !== undefined);
}

/** An input that is a list counts as one item. */
function wrapped(input: unknown): unknown {
  if (!isList(input) || isSequence(input)) return input;
  const whole = sequenceOf(input);
  whole.outerWrapper = true;
  return whole;
}
