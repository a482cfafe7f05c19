/** Expressions as JavaScript functions, generated from the library's syntax tree when they are first evaluated. */

import { nextTurn } from '../../base/shared-thread.ts';
import { generate } from '../../emit/generate.ts';
import { type Functions, type Library, libraryWith } from '../library/library.ts';
import { leaveToInterpreter } from '../runtime/failure.ts';
import { Journal, Pause } from '../runtime/journal.ts';
import { isList, isSequence, sequenceOf } from '../runtime/list.ts';
import { type Bindings, type Limits, Run } from '../runtime/run.ts';
import { nodeCode } from './compile.ts';
import { finalCode } from './final.ts';
import { type Evaluate, type Frame, unset } from './frame.ts';
import { NotCompiled, readNode } from './read-tree.ts';
import { Scope } from './scope.ts';
import { definedIn, depthOf, type Node, partsOf } from './tree.ts';
import { Writer } from './writer.ts';

/**
 * Evaluates an expression over `input`. Throws Undecided where the result is an error, or where the interpreter has to decide; throws TimeOver after
 * the time of the limits.
 */
export type Program = (input: unknown, bindings: Bindings) => unknown;

/** Evaluates an expression in turns, between which others run. Rejects with the same errors. */
export type ProgramInTurns = (input: unknown, bindings: Bindings) => Promise<unknown>;

/** A compiled expression, or why the interpreter has to evaluate it. */
export type CompiledProgram =
  | {
      readonly ok: true;
      readonly run: Program;
      readonly runInTurns: ProgramInTurns;
      /** The generated source, for people. */
      readonly source: () => string;
    }
  | { readonly ok: false; readonly reason: string };

/** Compiles a syntax tree of JSONata's `ast()`. `functions` are those that are added to the library. `origin`: the file and line of the expression, for stack traces. */
export function compileProgram(tree: unknown, functions: Functions, limits: Limits, origin?: string): CompiledProgram {
  try {
    return { ok: true, ...programOf(tree, functions, limits, origin) };
  } catch (error) {
    if (error instanceof NotCompiled) return { ok: false, reason: error.message };
    throw error;
  }
}

function programOf(
  tree: unknown,
  functions: Functions,
  limits: Limits,
  origin: string | undefined,
): Omit<CompiledProgram & { ok: true }, 'ok'> {
  const node = readNode(tree);
  const depth = depthOf(node);
  if (depth > limits.stack) throw new NotCompiled('more nodes inside each other than the limit');
  const scope = new Scope(definedIn([node]));
  const { size } = scope;
  const library = libraryWith(functions);
  const program = generate<Evaluate>(() => {
    const writer = new Writer(library, nodeCode);
    return writer.program(writer.evaluate(scope, (body) => finalCode(node, body, true)));
  }, origin);
  let made: Evaluate | undefined;
  const evaluate: Evaluate = (input, frame) => {
    made ??= program.run;
    return made(input, frame);
  };
  const called = calledIn(node, library);
  const frameOf = (run: Run): Frame => {
    const values = Array.from({ length: size }, () => unset);
    return { values, outer: undefined, run, caller: undefined };
  };
  /** A variable with the name of a function hides it: the interpreter evaluates what would call it. */
  const check = (bindings: Bindings): void => {
    if (called.some((name) => Object.hasOwn(bindings, name))) leaveToInterpreter();
  };
  const run = new Run(limits, depth);
  const frame = frameOf(run);
  const runInTurns: ProgramInTurns = async (input, bindings) => {
    const ownRun = new Run(limits, depth, new Journal());
    check(bindings);
    ownRun.begin(input, bindings);
    return inTurns(ownRun, () => evaluate(wrapped(input), frameOf(ownRun)));
  };
  // Rows are evaluated with the same variables.
  let results: Bindings | undefined;
  const runAtOnce: Program = (input, bindings) => {
    if (bindings !== results) {
      check(bindings);
      results = bindings;
    }
    run.begin(input, bindings);
    try {
      return evaluate(wrapped(input), frame);
    } finally {
      run.end();
      if (size > 0) frame.values.fill(unset);
    }
  };
  return { run: runAtOnce, runInTurns, source: () => program.source };
}

async function inTurns(run: Run, evaluate: () => unknown): Promise<unknown> {
  let spent = 0;
  for (;;) {
    run.nextTurn(spent);
    const begin = performance.now();
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof Pause)) throw error;
    }
    const ms = performance.now() - begin;
    spent += ms;
    await nextTurn(ms);
  }
}

/** Names of the functions of the library that the expression may call. */
function calledIn(node: Node, library: Library): readonly string[] {
  const calledHere = node.type === 'call' && node.procedure.type === 'variable' ? [node.procedure.name] : [];
  const names = [...calledHere, ...partsOf(node).flatMap((part) => calledIn(part, library))];
  return [...new Set(names)].filter((name) => library.functionCalled(name) !== undefined);
}

/** An input that is a list counts as one item. */
function wrapped(input: unknown): unknown {
  if (!isList(input) || isSequence(input)) return input;
  const whole = sequenceOf(input);
  whole.outerWrapper = true;
  return whole;
}
