/**
 * The library's interpreter, with the engine's functions. Two defects are corrected, which change lists of the data: an object constructor over an empty list
 * adds a missing value to this list, and `[]` in a path adds a member with its mark, which `*` then counts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import library from 'jsonata';
import { ownFunctions } from '../../../../engine/transform/functions.ts';

const corrections = [
  { defect: 'input.push(undefined);', correction: 'input = [undefined];' },
  {
    defect: 'resultSequence.keepSingleton = true;',
    correction: 'if (!Array.isArray(resultSequence) || resultSequence.sequence) resultSequence.keepSingleton = true;',
  },
] as const;

function corrected(): typeof library {
  let source = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
  for (const { defect, correction } of corrections) {
    if (!source.includes(defect)) throw new Error(`JSONata no longer contains ${defect}`);
    source = source.replace(defect, correction);
  }
  const target = { exports: library };
  runInThisContext(`(function (module, exports) {${source}\n})`)(target, {});
  return target.exports;
}

const jsonata = corrected();

/** The result as plain data: the interpreter marks lists, and its objects have no prototype. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

export async function interpreted(
  text: string,
  input: unknown,
  bindings: Readonly<Record<string, unknown>>,
  limits: { readonly timeout: number; readonly stack: number },
  functions: typeof ownFunctions = ownFunctions,
): Promise<unknown> {
  const program = jsonata(text, limits);
  for (const [name, of] of Object.entries(functions)) program.registerFunction(name, of);
  return plain(await program.evaluate(input, { ...bindings }));
}

/** JSONata's code of an error. */
export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
