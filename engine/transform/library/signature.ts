/** Signatures of the library's functions: which arguments they accept, so that valid ones need no pattern matching. */
import { leaveToInterpreter } from '../runtime/failure.ts';
import { isItem, isList } from '../runtime/list.ts';

/** The arguments of a function, checked by its signature. Throws the library's error. */
export type Check = (values: readonly unknown[], context: unknown) => readonly unknown[];

interface Parameter {
  /** Letters of the types that are accepted. */
  readonly accepts: string;
  /** Letter of the type of a list's items. */
  readonly items: string | undefined;
  readonly optional: boolean;
}

/** The letter of a value's type in a signature. */
function letterOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 's';
    case 'number':
      return 'n';
    case 'boolean':
      return 'b';
    case 'function':
      return 'f';
    case 'object':
      return value === null ? 'l' : isList(value) ? 'a' : 'o';
    default:
      return 'm';
  }
}

const letters: Readonly<Record<string, string>> = { j: 'asnblo', x: 'asnblfo', a: 'a' };

/** `<a<n>s?:n>`: a type or a choice of types, the type of a list's items, and a sign. */
const parameterPattern = /(?<type>[a-z]|\([a-z]+\))(?:<(?<inner>[^>]*)>)?(?<sign>[-?+]?)/g;

/** Whether these arguments are valid as they are. False means that the library's own check decides. */
type IsValid = (values: readonly unknown[]) => boolean;

/** Reads a signature such as `<s-nn?:s>`. */
function quickCheck(definition: string): IsValid {
  const parameters: Parameter[] = [];
  for (const { groups = {} } of parametersOf(definition).matchAll(parameterPattern)) {
    const { type = '', inner, sign = '' } = groups;
    if (sign === '+') return () => false;
    const accepts = letters[type] ?? type.replaceAll(/[()]/g, '');
    const items = type === 'a' ? inner?.charAt(0) : undefined;
    parameters.push({ accepts, items, optional: sign === '?' });
  }
  return (values) => areValid(parameters, values);
}

/** The part of a signature before the type of its result: `a<f<s:o>>n?` of `<a<f<s:o>>n?:s>`. */
function parametersOf(definition: string): string {
  let depth = 0;
  for (let index = 0; index < definition.length; index += 1) {
    const sign = definition[index];
    if (sign === '<') depth += 1;
    if (sign === '>') depth -= 1;
    if (sign === ':' && depth === 1) return definition.slice(1, index);
  }
  return definition.slice(1, -1);
}

function areValid(parameters: readonly Parameter[], values: readonly unknown[]): boolean {
  if (values.length > parameters.length) return false;
  for (let index = 0; index < parameters.length; index += 1) {
    const parameter = parameters[index];
    if (parameter === undefined) return false;
    if (index >= values.length ? !parameter.optional : !isValid(parameter, values[index])) return false;
  }
  return true;
}

function isValid({ accepts, items }: Parameter, value: unknown): boolean {
  if (value === undefined) return accepts !== 'f';
  if (!accepts.includes(letterOf(value))) return false;
  if (items === undefined || !isList(value)) return true;
  return value.every((item) => letterOf(item) === items);
}

/** Calls a function that the library does not type. */
export function applied(called: unknown, self: unknown, values: readonly unknown[]): unknown {
  if (typeof called !== 'function') throw new Error('JSONata has changed how it defines functions.');
  return Reflect.apply(called, self, values);
}

/** The check of a signature that the library has parsed. */
export function checkOf(signature: unknown): Check {
  if (!isItem(signature) || typeof signature.definition !== 'string')
    throw new Error('JSONata has changed how it defines signatures.');
  const isValid = quickCheck(signature.definition);
  return (values, context) => {
    if (isValid(values)) return values;
    const checked = applied(signature.validate, signature, [values, context]);
    return isList(checked) ? checked : leaveToInterpreter();
  };
}
