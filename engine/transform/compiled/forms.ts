/**
 * Functions that evaluate the most frequent nodes. V8 collects the types and hidden classes that a function sees for the function's text, not for each
 * closure of it: this module is loaded several times (copies.ts), so that nodes do not share what is collected and V8 can inline them. It therefore imports
 * no values, and what it does not decide itself is a parameter.
 */
import type { Evaluate, Frame } from './frame.ts';

type Item = Readonly<Record<string, unknown>>;
type List = readonly unknown[] & { readonly sequence?: boolean; readonly cons?: boolean };

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;
const isList = (value: unknown): value is List => Array.isArray(value);

/** The same value for each input. */
export function literal(value: unknown): Evaluate {
  return () => value;
}

/** A member of an object that has no inherited member with this name. `general`: evaluates over lists, and where the value is a sequence. */
export function field(name: string, general: Evaluate): Evaluate {
  return (input, frame) => {
    if (!isItem(input)) return undefined;
    if (isList(input)) return general(input, frame);
    const value = input[name];
    return isList(value) && value.sequence === true ? general(input, frame) : value;
  };
}

/** Sets a member of an object, and those after it. `input` is an object. */
export type Store = (target: Record<string, unknown>, input: Item, frame: Frame) => void;

/** Sets a member unless its value is missing. A chain of stores has a hidden class for each of its steps. */
export function store(name: string, evaluate: Evaluate, next: Store): Store {
  return (target, input, frame) => {
    const value = evaluate(input, frame);
    if (value !== undefined) target[name] = value;
    next(target, input, frame);
  };
}

/** Sets a member to a member of the input. `evaluate`: gives its value if that is neither a text nor a number. */
export function storeField(name: string, field: string, evaluate: Evaluate, next: Store): Store {
  return (target, input, frame) => {
    const value = input[field];
    if (typeof value === 'string' || typeof value === 'number') target[name] = value;
    else if (value !== undefined) {
      const whole = evaluate(input, frame);
      if (whole !== undefined) target[name] = whole;
    }
    next(target, input, frame);
  };
}

/** An object with fixed keys. `general`: evaluates over what is not an object. */
export function object(first: Store, general: Evaluate): Evaluate {
  return (input, frame) => {
    if (!isItem(input) || isList(input)) return general(input, frame);
    const target: Record<string, unknown> = {};
    first(target, input, frame);
    return target;
  };
}

/** The member of an object in objects, by names of which none is inherited; `isOther` if a list is on the way. */
function memberAt(input: unknown, names: readonly string[]): unknown {
  let value = input;
  for (const name of names) {
    if (!isItem(value)) return undefined;
    if (isList(value)) return isOther;
    value = value[name];
  }
  return value;
}

const isOther = Symbol('a list is on the way');

export interface Objects {
  readonly names: readonly string[];
  /** Gives an object for each item. */
  readonly object: Evaluate;
  /** Whether one object is a list too. */
  readonly kept: boolean;
  /** Evaluates where a list is on the way to the items. */
  readonly general: Evaluate;
}

/** `lines.{…}`: an object for each item, as plain data. */
export function objects({ names, object, kept, general }: Objects): Evaluate {
  return (input, frame) => {
    const items = memberAt(input, names);
    if (items === isOther) return general(input, frame);
    if (items === undefined) return undefined;
    if (!isList(items)) return kept ? [object(items, frame)] : object(items, frame);
    if (items.cons === true) return general(input, frame);
    if (items.length === 0) return undefined;
    const { run } = frame;
    if (run.journal !== undefined) return general(input, frame);
    if (items.length === 1 && !kept) return object(items[0], frame);
    // A copy has the right size from the beginning.
    const found = items.slice();
    for (let index = 0; index < found.length; index += 1) {
      run.step();
      found[index] = object(found[index], frame);
    }
    return found;
  };
}

type Operation = (left: unknown, right: unknown) => unknown;

/** Evaluates the left side before the right one. */
export function binary(left: Evaluate, right: Evaluate, operate: Operation): Evaluate {
  return (input, frame) => operate(left(input, frame), right(input, frame));
}

/** Arithmetic. `general`: operates on what are not two finite numbers. */
export function arithmetic(
  left: Evaluate,
  right: Evaluate,
  operate: (left: number, right: number) => number,
  general: Operation,
): Evaluate {
  return (input, frame) => {
    const a = left(input, frame);
    const b = right(input, frame);
    if (typeof a === 'number' && typeof b === 'number' && Number.isFinite(a) && Number.isFinite(b))
      return operate(a, b);
    return general(a, b);
  };
}

/** `=` and `!=`. `expected`: the answer for equal values. */
export function equality(
  left: Evaluate,
  right: Evaluate,
  expected: boolean,
  equal: (left: unknown, right: unknown) => boolean,
): Evaluate {
  return (input, frame) => {
    const a = left(input, frame);
    const b = right(input, frame);
    if (a === undefined || b === undefined) return false;
    return (a === b || (typeof a !== 'string' && equal(a, b))) === expected;
  };
}

type IsTrue = (value: unknown) => boolean;

/** `isTrue`: JSONata's meaning of a condition that is no boolean. */
export function condition(decides: Evaluate, then: Evaluate, otherwise: Evaluate, isTrue: IsTrue): Evaluate {
  return (input, frame) => {
    const value = decides(input, frame);
    return (typeof value === 'boolean' ? value : isTrue(value)) ? then(input, frame) : otherwise(input, frame);
  };
}

/** A boolean. The right side is evaluated only where the left one is true. */
export function and(left: Evaluate, right: Evaluate, isTrue: IsTrue): Evaluate {
  return (input, frame) => isTrue(left(input, frame)) && isTrue(right(input, frame));
}

/** A boolean. The right side is evaluated only where the left one is false. */
export function or(left: Evaluate, right: Evaluate, isTrue: IsTrue): Evaluate {
  return (input, frame) => isTrue(left(input, frame)) || isTrue(right(input, frame));
}

/** `?:` and `??`: the value, unless it does not hold. */
export function unless(value: Evaluate, otherwise: Evaluate, holds: IsTrue): Evaluate {
  return (input, frame) => {
    const found = value(input, frame);
    return holds(found) ? found : otherwise(input, frame);
  };
}

/** The value after a change that lists, objects and functions need. */
export function changed(evaluate: Evaluate, change: (value: unknown) => unknown): Evaluate {
  return (input, frame) => {
    const value = evaluate(input, frame);
    return typeof value === 'object' || typeof value === 'function' ? change(value) : value;
  };
}

export interface Call {
  readonly argument: Evaluate;
  /** The result for the most frequent arguments; undefined where `general` calls the function. */
  readonly quick: (value: unknown) => unknown;
  readonly general: (value: unknown, input: unknown, frame: Frame) => unknown;
  /** Evaluates where a variable has the name of a function. */
  readonly hidden: Evaluate;
}

/** A call with one argument. */
export function call({ argument, quick, general, hidden }: Call): Evaluate {
  return (input, frame) => {
    if (frame.run.hides) return hidden(input, frame);
    const value = argument(input, frame);
    const result = quick(value);
    return result === undefined ? general(value, input, frame) : result;
  };
}
