/**
 * JSONata expressions, compiled once at start and evaluated for each row or request. An expression becomes JavaScript functions (`compiled/`) that need no
 * promise. The library's interpreter evaluates what is not compiled, decides about errors, and counts branches.
 */

import jsonata from 'jsonata';
import { ownMember } from '../base/members.ts';
import { ProblemError } from '../base/problem.ts';
import { hasBranches, type WatchBranch, watchBranches } from './branches.ts';
import { type CompiledProgram, compileProgram } from './compiled/program.ts';
import { type ExpressionUsage, usageOf } from './expression-usage.ts';
import { ownFunctions } from './functions.ts';
import { type Inference, inferType, type Variables } from './infer-type.ts';
import { type Functions, interpretedToMillis, libraryNames } from './library/library.ts';
import { linearEngine } from './regex/regexp-engine.ts';
import { restorePatterns } from './restore-patterns.ts';
import { TimeOver, TurnOver } from './runtime/failure.ts';
import { giveTurns } from './runtime/interpreter-turns.ts';
import type { Bindings } from './runtime/run.ts';
import type { ValueType } from './value-type.ts';

export type { Usage } from './expression-usage.ts';
export type { Functions } from './library/library.ts';
export type { Bindings } from './runtime/run.ts';

export interface Expression extends ExpressionUsage {
  readonly text: string;
  /** The type of the result for an input of this type; see infer-type.ts. */
  infer(input: ValueType, variables: Variables): Inference;
  /** Why the interpreter evaluates the expression; undefined if it is compiled. */
  readonly interpreted: string | undefined;
  /** The source that is generated for it, for people; undefined if the interpreter evaluates it. */
  readonly source: (() => string) | undefined;
  /**
   * Evaluates over `input`. Gives the value if the expression is compiled: rows and templates cost no promises. Gives a promise of the value if the
   * interpreter evaluates it: an expression that is not compiled, or one in which the compiled form finds an error. The promise rejects with an
   * ExpressionError. Throws nothing.
   */
  evaluate(input: unknown, bindings: Bindings): unknown;
}

export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** A long evaluation is done in turns, between which other requests run. */
const limits = { timeout: 2_000, stack: 200, turns: { each: 8, all: 5_000 } };

/** Names of all functions that expressions can call. */
export const functionNames: readonly string[] = [...new Set([...libraryNames, ...Object.keys(ownFunctions)])];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether the value is an instance of a class, such as ExactNumber, which JSONata passes through unchanged. */
function isInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype;
}

/** Converts JSONata's sequences and null-prototype objects to plain data, so that later phases handle only one kind of object. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value) || typeof value === 'function' || isInstance(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function failure(error: unknown): { readonly message: string; readonly offset: number } {
  const record = isRecord(error) ? error : {};
  return {
    message: typeof record.message === 'string' ? record.message : String(error),
    offset: typeof record.position === 'number' ? Math.max(0, record.position - 1) : 0,
  };
}

/**
 * Evaluates, and once more after a timeout: a turn also expires if the process was suspended. A runaway expression times out again.
 */
async function twice<T>(evaluate: () => Promise<T>): Promise<T> {
  try {
    return await evaluate();
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    return evaluate();
  }
}

/** An expression parsed by JSONata. */
interface Parsed {
  readonly text: string;
  readonly program: jsonata.Expression;
  readonly tree: unknown;
}

/** A cached result. `branches`: the expression has more than one branch. */
type Cached =
  | Exclude<CompiledExpression, { ok: true }>
  | { readonly ok: true; readonly branches: boolean; readonly expression: Expression };

const noFunctions: Functions = {};
/** By additional functions, then by text and origin. */
const cache = new WeakMap<Functions, Map<string, Cached>>();
/** Maximum number of cached expressions: more than a profile has, but bounded for a process that compiles many profiles. */
const maxCached = 5_000;

/**
 * Compiles an expression. A syntax error is returned with its offset in the text. `more` are additional functions; pass the same object for the
 * same functions, because results are cached by it. `watch` is called for each branch. `origin`: the file and line of the expression (`acme.yaml:12`), for stack
 * traces. Results are cached because a profile may be compiled more than once.
 */
export function compileExpression(
  text: string,
  more: Functions = noFunctions,
  watch?: WatchBranch,
  origin?: string,
): CompiledExpression {
  const cached = cache.get(more) ?? new Map<string, Cached>();
  cache.set(more, cached);
  const key = `${origin ?? ''}\n${text}`;
  const compiled = cached.get(key) ?? compileText(text, more, origin);
  if (cached.size >= maxCached) cached.clear();
  cached.set(key, compiled);
  if (watch === undefined || !compiled.ok || !compiled.branches) return compiled;
  const watched = parse(text, more);
  watchBranches(watched.tree, text, watch);
  const { expression } = compiled;
  return { ok: true, expression: { ...expression, evaluate: interpreter(watched, origin) } };
}

/** Throws JSONata's error if the text is not a valid expression. */
function parse(text: string, more: Functions): Parsed {
  // The time is measured by the turns, which count no time of others.
  const program = jsonata(text, { stack: limits.stack, RegexEngine: linearEngine });
  giveTurns(program, limits.turns);
  for (const [name, implementation] of Object.entries({ ...ownFunctions, ...more }))
    program.registerFunction(name, implementation);
  if (!Object.hasOwn(more, 'toMillis'))
    program.registerFunction('toMillis', interpretedToMillis.implementation, interpretedToMillis.signature);
  const tree = program.ast();
  restorePatterns(tree);
  return { text, program, tree };
}

function compileText(text: string, more: Functions, origin: string | undefined): Cached {
  let parsed: Parsed;
  try {
    parsed = parse(text, more);
  } catch (error) {
    return { ok: false, ...failure(error) };
  }
  const { tree } = parsed;
  const usage = usageOf(tree);
  const compiled = compileProgram(tree, { ...ownFunctions, ...more }, limits, origin);
  const interpreted = interpreter(parsed, origin);
  const expression: Expression = {
    ...usage,
    text,
    variables: usage.variables.filter(({ name }) => !functionNames.includes(name) && !Object.hasOwn(more, name)),
    infer: (input, variableTypes) => inferType(tree, input, variableTypes),
    interpreted: compiled.ok ? undefined : compiled.reason,
    source: compiled.ok ? compiled.source : undefined,
    evaluate: ofMember(usage.bareName, compiled.ok ? evaluator({ text, origin }, compiled, interpreted) : interpreted),
  };
  return { ok: true, branches: hasBranches(tree), expression };
}

type Evaluate = Expression['evaluate'];

/** Reads a member where the expression is one name: two of five are in the profiles of Odoo and Business Central, and need no function. */
function ofMember(bareName: string | undefined, evaluate: Evaluate): Evaluate {
  if (bareName === undefined) return evaluate;
  return (input, bindings) =>
    isRecord(input) && !Array.isArray(input) ? ownMember(input, bareName) : evaluate(input, bindings);
}

/** Evaluates by the library's interpreter. */
function interpreter({ text, program }: Parsed, origin: string | undefined): Evaluate {
  return async (input, bindings) => {
    try {
      return plain(await twice(() => program.evaluate(input, { ...bindings })));
    } catch (error) {
      // The call has ended; the expression has not failed.
      if (error instanceof ProblemError) throw error;
      throw failed({ text, origin }, error);
    }
  };
}

/** Characters of the library's message, which may contain a value. */
const longestMessage = 500;

/** An expression has no result for the values that it was given. The message names the expression and the reason. */
export class ExpressionError extends Error {}

/** An expression as it is written. */
interface Written {
  readonly text: string;
  /** Its file and line. */
  readonly origin: string | undefined;
}

/** The error of an expression. Its stack trace begins where the expression is written: the frames of the interpreter do not show that place. */
function failed({ text, origin }: Written, cause: unknown): ExpressionError {
  const reason = failure(cause).message.slice(0, longestMessage);
  const error = new ExpressionError(`The expression ${JSON.stringify(text)} failed: ${reason}`, { cause });
  const head = String(error);
  if (origin !== undefined) error.stack = `${head}\n    at ${origin}${(error.stack ?? head).slice(head.length)}`;
  return error;
}

type Compiled = Extract<CompiledProgram, { readonly ok: true }>;

/** Evaluates by the compiled form; by the interpreter where that does not decide. */
function evaluator(written: Written, { run, runInTurns }: Compiled, interpreted: Evaluate): Evaluate {
  // Errors of the library's and the engine's functions are not Undecided: the interpreter adds the position to them.
  const inTurns = (input: unknown, bindings: Bindings): Promise<unknown> =>
    twice(() => runInTurns(input, bindings)).catch((error: unknown) => {
      if (error instanceof TimeOver) throw failed(written, error);
      if (error instanceof ProblemError) throw error;
      return interpreted(input, bindings);
    });
  return (input, bindings) => {
    try {
      return run(input, bindings);
    } catch (error) {
      return error instanceof TurnOver ? inTurns(input, bindings) : interpreted(input, bindings);
    }
  };
}
