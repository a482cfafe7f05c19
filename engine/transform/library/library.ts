/** The functions that expressions call: those of the library, by its own implementations where these do not wait for a promise. */
import jsonata from 'jsonata';
import { leaveToInterpreter } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import { isItem, newSequence, sequenceOf } from '../runtime/list.ts';
import { Run } from '../runtime/run.ts';
import { higherOrder } from './higher-order.ts';
import type { Implementation } from './implementation.ts';
import { applied, type Check, checkOf } from './signature.ts';
import { textFunctions } from './texts.ts';
import { quickFunctions, valueFunctions } from './values.ts';

/** A function that is known by name. `context` replaces a missing first argument of some functions. */
export interface KnownFunction {
  /** Number of arguments that it takes. */
  readonly arity: number;
  readonly call: (values: readonly unknown[], context: unknown, run: Run) => unknown;
  /** The result of a call with this argument only; undefined where `call` decides. */
  readonly quick?: ((value: unknown) => unknown) | undefined;
}

export interface Library {
  /** The function with this name, without the dollar sign. */
  functionCalled(name: string): KnownFunction | undefined;
  /** Whether this function is JSONata's own, not one that was added. */
  isLibrarys(name: string): boolean;
}

/** Functions by name, without the dollar sign. */
export type Functions = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/** Names of the library's functions. `$eval` is left out: it runs text as code. */
export const libraryNames: readonly string[] =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil abs sqrt power random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl millis fromMillis toMillis clone now round'.split(
    ' ',
  );

/** A function as the library defines it. */
interface Definition {
  readonly implementation: object;
  readonly arity: number;
  readonly check: Check;
}

function definitionOf(name: string, value: unknown): Definition {
  if (!isItem(value) || typeof value.implementation !== 'function')
    throw new Error(`JSONata has changed how it defines $${name}.`);
  const { implementation } = value;
  return { implementation, arity: implementation.length, check: checkOf(value.signature) };
}

/** Reads the definitions of the library's functions, which it does not export, through a function that an expression calls. */
async function readDefinitions(): Promise<ReadonlyMap<string, Definition>> {
  const program = jsonata('$read()');
  const definitionsByName = new Map<string, Definition>();
  program.registerFunction('read', function () {
    for (const name of libraryNames) definitionsByName.set(name, definitionOf(name, this.environment.lookup(name)));
  });
  await program.evaluate(undefined);
  return definitionsByName;
}

const definitions = await readDefinitions();

/** The functions of time: all see the time at which the evaluation began. */
const timeFunctions = {
  millis: (_values, run) => run.timestamp.getTime(),
  now: ([picture, zone], run) => fromLibrary('fromMillis')([run.timestamp.getTime(), picture, zone], run),
} satisfies Record<string, Implementation>;

/** Characters of a time: a picture becomes a pattern of JavaScript, whose time grows with a power of the length. */
const maxTimeText = 200;

const toMillis: Implementation = (values, run) => {
  const [text] = values;
  if (typeof text === 'string' && text.length > maxTimeText)
    throw new TypeError(`$toMillis needs a time of at most ${maxTimeText} characters, but got ${text.length}`);
  return fromLibrary('toMillis')(values, run);
};

/** `$toMillis` for the interpreter, which reads the names of parameters from the text of a function. */
export const interpretedToMillis = {
  implementation: (text: unknown, picture: unknown): unknown =>
    toMillis([text, picture], new Run({ timeout: 0, stack: 0 }, 0)),
  signature: '<s-s?:n>',
} as const;

/** An evaluation in turns must get the same values again. */
const kept =
  (name: string): Implementation =>
  (values, run) =>
    run.journal === undefined
      ? fromLibrary(name)(values, run)
      : run.journal.once(keptValues, () => fromLibrary(name)(values, run));

const keptValues: States<{ value?: unknown }> = new WeakMap();

const replaced: Readonly<Record<string, Implementation>> = {
  ...higherOrder,
  ...textFunctions,
  ...valueFunctions,
  ...timeFunctions,
  toMillis,
  random: kept('random'),
  shuffle: kept('shuffle'),
};

/** What the library's implementations get as `this`. */
function selfOf(run: Run): object {
  const createSequence = (...values: readonly unknown[]): unknown =>
    values.length === 1 ? sequenceOf(values[0]) : newSequence();
  return { createSequence, environment: run };
}

function fromLibrary(name: string): Implementation {
  const implementation = definitions.get(name)?.implementation;
  return (values, run) => applied(implementation, selfOf(run), values);
}

function libraryFunction(name: string): KnownFunction | undefined {
  const definition = definitions.get(name);
  if (definition === undefined) return undefined;
  const { arity, check } = definition;
  const implementation = replaced[name] ?? fromLibrary(name);
  const call: KnownFunction['call'] = (values, context, run) => implementation(check(values, context), run);
  return { arity, call, quick: quickFunctions[name] };
}

/** A function that was added to the library: it has no signature. */
function addedFunction(implementation: (...values: unknown[]) => unknown): KnownFunction {
  const call = (values: readonly unknown[]): unknown => {
    const value = implementation(...values);
    return value instanceof Promise ? leaveToInterpreter() : value;
  };
  return { arity: implementation.length, call };
}

const all: ReadonlyMap<string, KnownFunction> = new Map(
  libraryNames.flatMap((name) => {
    const knownFunction = libraryFunction(name);
    return knownFunction === undefined ? [] : [[name, knownFunction]];
  }),
);

/** The functions of the library with additional ones, which replace those with the same name. */
export function libraryWith(added: Functions): Library {
  const functions = new Map(all);
  for (const [name, implementation] of Object.entries(added)) functions.set(name, addedFunction(implementation));
  return { functionCalled: (name) => functions.get(name), isLibrarys: (name) => !Object.hasOwn(added, name) };
}
