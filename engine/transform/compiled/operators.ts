/** Arithmetic, comparisons, booleans, joined texts and ranges. */

import { deepEqual } from '../runtime/equality.ts';
import { fail } from '../runtime/failure.ts';
import { isList, newSequence } from '../runtime/list.ts';
import { textOf } from '../runtime/text.ts';
import { isNumber, isTrue } from '../runtime/truth.ts';
import type { Compiler } from './compiler.ts';
import { form } from './copies.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';
import type { NodeOf, NumericOperator, Operator } from './tree.ts';

type Operation = (left: unknown, right: unknown) => unknown;

type Arithmetic = (left: number, right: number) => number;

function numeric(operate: Arithmetic): Operation {
  return (left, right) => {
    if (left !== undefined && !isNumber(left)) fail('T2001');
    if (right !== undefined && !isNumber(right)) fail('T2002');
    return left === undefined || right === undefined ? undefined : operate(left, right);
  };
}

function comparison(compare: (left: string | number, right: string | number) => boolean): Operation {
  return (left, right) => {
    if (!isComparable(left) || !isComparable(right)) fail('T2010');
    if (left === undefined || right === undefined) return undefined;
    if (typeof left !== typeof right) fail('T2009');
    return compare(left, right);
  };
}

function isComparable(value: unknown): value is string | number | undefined {
  return value === undefined || typeof value === 'string' || typeof value === 'number';
}

function includes(value: unknown, list: unknown): boolean {
  if (value === undefined || list === undefined) return false;
  // The library compares with ===, so that NaN is in no list.
  return isList(list) ? list.some((item) => item === value) : list === value;
}

/** Largest number of items of a range. */
const maxRange = 10_000_000;

function range(from: unknown, to: unknown): unknown {
  if (from !== undefined && !isInteger(from)) fail('T2003');
  if (to !== undefined && !isInteger(to)) fail('T2004');
  if (from === undefined || to === undefined || from > to) return undefined;
  if (to - from + 1 > maxRange) fail('D2014');
  const items = newSequence();
  for (let item = from; item <= to; item += 1) items.push(item);
  return items;
}

const isInteger = (value: unknown): value is number => Number.isInteger(value);

const arithmetic: Readonly<Record<NumericOperator, Arithmetic>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

const operations: Readonly<Record<Exclude<Operator, NumericOperator | 'and' | 'or' | '=' | '!='>, Operation>> = {
  '<': comparison((left, right) => left < right),
  '<=': comparison((left, right) => left <= right),
  '>': comparison((left, right) => left > right),
  '>=': comparison((left, right) => left >= right),
  '&': (left, right) => textOf(left) + textOf(right),
  '..': range,
  in: includes,
};

/** Both sides are evaluated, except for `and` and `or`, which stop at the side that decides. */
export function compileBinary(compiler: Compiler, node: NodeOf<'binary'>, scope: Scope): Evaluate {
  const left = compiler.compile(node.left, scope);
  const right = compiler.compile(node.right, scope);
  switch (node.operator) {
    case 'and':
      return form('and')(left, right, isTrue);
    case 'or':
      return form('or')(left, right, isTrue);
    case '=':
    case '!=':
      return form('equality')(left, right, node.operator === '=', deepEqual);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const operate = arithmetic[node.operator];
      return form('arithmetic')(left, right, operate, numeric(operate));
    }
    default:
      return form('binary')(left, right, operations[node.operator]);
  }
}

/** `-value`: nothing for nothing; the evaluation fails with D1002 for what is no number. */
export function compileNegate(compiler: Compiler, node: NodeOf<'negate'>, scope: Scope): Evaluate {
  const of = compiler.compile(node.of, scope);
  return (input, frame) => {
    const value = of(input, frame);
    if (value === undefined) return undefined;
    return isNumber(value) ? -value : fail('D1002');
  };
}
