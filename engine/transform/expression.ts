/** JSONata behind one function: an expression is compiled once, at start, and evaluated for every row or request. */
import jsonata from 'jsonata';
import { type WatchBranch, watchBranches } from './branches.ts';
import { ownFunctions } from './functions.ts';
import { type Inference, inferShape, type Variables } from './infer.ts';
import type { Shape } from './shape.ts';
import { type ExpressionUsage, usageOf } from './usage.ts';

export type { Usage } from './usage.ts';

export type Bindings = Readonly<Record<string, unknown>>;

export interface Expression extends ExpressionUsage {
  readonly text: string;
  /** What it gives for an input of this shape, as far as it can be told; see infer.ts. */
  infer(input: Shape, variables: Variables): Inference;
  /** Evaluates over `input`. Rejects with an Error whose message names the expression. */
  evaluate(input: unknown, bindings: Bindings): Promise<unknown>;
}

export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** A runaway expression is stopped after this time; it cannot stop a regular expression that backtracks. */
const limits = { timeout: 2_000, stack: 200 };

/** JSONata's own functions. `$eval` is none of them: it runs text as code. */
const functions =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil abs sqrt power random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl millis fromMillis toMillis clone now round'.split(
    ' ',
  );

/** Names of all functions that expressions have. */
export const functionNames: readonly string[] = [...new Set([...functions, ...Object.keys(ownFunctions)])];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A value of our own, such as a number with all its digits, which JSONata hands on as it is. */
function isOfClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype;
}

/** JSONata's sequences and null-prototype objects as plain data, so that later stages meet one kind of object only. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value) || typeof value === 'function' || isOfClass(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function failure(error: unknown): { readonly message: string; readonly offset: number } {
  const record = isRecord(error) ? error : {};
  return {
    message: typeof record.message === 'string' ? record.message : String(error),
    offset: typeof record.position === 'number' ? Math.max(0, record.position - 1) : 0,
  };
}

/** JSONata's code for the end of the time. */
const overtime = 'D1012';

/**
 * Evaluates, a second time where the first one took too long: the time is taken from the clock, so that it is over as well where the
 * process was stopped or the clock was set meanwhile. A runaway expression takes too long again.
 */
async function evaluated(program: jsonata.Expression, input: unknown, bindings: Bindings): Promise<unknown> {
  try {
    return await program.evaluate(input, { ...bindings });
  } catch (error) {
    if (!isRecord(error) || error.code !== overtime) throw error;
    return program.evaluate(input, { ...bindings });
  }
}

/** Functions by name, without the dollar sign. */
export type Functions = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/**
 * Compiles an expression. A syntax error comes back as a value, with the offset in the text. `more` are functions of the place where it
 * stands; `watch` is told of the ways that it can go.
 */
export function compileExpression(text: string, more: Functions = {}, watch?: WatchBranch): CompiledExpression {
  let program: jsonata.Expression;
  let tree: unknown;
  try {
    program = jsonata(text, limits);
    tree = program.ast();
  } catch (error) {
    return { ok: false, ...failure(error) };
  }
  for (const [name, implementation] of Object.entries({ ...ownFunctions, ...more }))
    program.registerFunction(name, implementation);
  const usage = usageOf(tree);
  // A tree that is watched takes every look for a step of its evaluation.
  const read = watch === undefined ? tree : jsonata(text).ast();
  if (watch !== undefined) watchBranches(tree, text, watch);
  const { bareName } = usage;
  const evaluate = async (input: unknown, bindings: Bindings): Promise<unknown> => {
    if (bareName !== undefined && isRecord(input) && !Array.isArray(input))
      return Object.hasOwn(input, bareName) ? input[bareName] : undefined;
    try {
      return plain(await evaluated(program, input, bindings));
    } catch (error) {
      throw new Error(`The expression ${JSON.stringify(text)} failed: ${failure(error).message}`, { cause: error });
    }
  };
  return {
    ok: true,
    expression: {
      ...usage,
      text,
      variables: usage.variables.filter(({ name }) => !functionNames.includes(name) && !Object.hasOwn(more, name)),
      infer: (input, known) => inferShape(read, input, known),
      evaluate,
    },
  };
}
