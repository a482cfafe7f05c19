/** JSONata behind one function: an expression is compiled once, at start, and evaluated for every row or request. */
import jsonata from 'jsonata';
import { hasBranches, type WatchBranch, watchBranches } from './branches.ts';
import { type ExpressionUsage, usageOf } from './expression-usage.ts';
import { ownFunctions } from './functions.ts';
import { type Inference, inferType, type Variables } from './infer-type.ts';
import type { ValueType } from './value-type.ts';

export type { Usage } from './expression-usage.ts';

export type Bindings = Readonly<Record<string, unknown>>;

export interface Expression extends ExpressionUsage {
  readonly text: string;
  /** What it gives for an input of this type, as far as it can be told; see infer.ts. */
  infer(input: ValueType, variables: Variables): Inference;
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

/** A text as JSONata reads it. */
interface Parsed {
  readonly text: string;
  readonly program: jsonata.Expression;
  readonly tree: unknown;
}

/** A text that is kept; `branches`: it can go more than one way. */
type Kept =
  | Exclude<CompiledExpression, { ok: true }>
  | { readonly ok: true; readonly branches: boolean; readonly expression: Expression };

const noMore: Functions = {};
const kept = new WeakMap<Functions, Map<string, Kept>>();
/** Texts that are kept at most: more than profiles have, so that a process that reads ever new ones does not grow. */
const mostKept = 5_000;

/**
 * Compiles an expression. A syntax error comes back as a value, with the offset in the text. `more` are functions of the place where it
 * stands, the same object for the same functions; `watch` is told of the ways that it can go. A profile is compiled several times, before
 * and after its ERP was asked, so that texts are read once and kept.
 */
export function compileExpression(text: string, more: Functions = noMore, watch?: WatchBranch): CompiledExpression {
  const known = kept.get(more) ?? new Map<string, Kept>();
  kept.set(more, known);
  const found = known.get(text) ?? compileAnew(text, more);
  if (known.size >= mostKept) known.clear();
  known.set(text, found);
  if (watch === undefined || !found.ok || !found.branches) return found;
  const watched = parse(text, more);
  watchBranches(watched.tree, text, watch);
  return { ok: true, expression: { ...found.expression, evaluate: evaluator(watched, found.expression.bareName) } };
}

/** Throws JSONata's error where the text is none. */
function parse(text: string, more: Functions): Parsed {
  const program = jsonata(text, limits);
  for (const [name, implementation] of Object.entries({ ...ownFunctions, ...more }))
    program.registerFunction(name, implementation);
  return { text, program, tree: program.ast() };
}

function compileAnew(text: string, more: Functions): Kept {
  let parsed: Parsed;
  try {
    parsed = parse(text, more);
  } catch (error) {
    return { ok: false, ...failure(error) };
  }
  const { tree } = parsed;
  const usage = usageOf(tree);
  const expression: Expression = {
    ...usage,
    text,
    variables: usage.variables.filter(({ name }) => !functionNames.includes(name) && !Object.hasOwn(more, name)),
    infer: (input, known) => inferType(tree, input, known),
    evaluate: evaluator(parsed, usage.bareName),
  };
  return { ok: true, branches: hasBranches(tree), expression };
}

function evaluator({ text, program }: Parsed, bareName: string | undefined): Expression['evaluate'] {
  return async (input, bindings) => {
    if (bareName !== undefined && isRecord(input) && !Array.isArray(input))
      return Object.hasOwn(input, bareName) ? input[bareName] : undefined;
    try {
      return plain(await evaluated(program, input, bindings));
    } catch (error) {
      throw new Error(`The expression ${JSON.stringify(text)} failed: ${failure(error).message}`, { cause: error });
    }
  };
}
