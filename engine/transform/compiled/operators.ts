/** Arithmetic, comparisons, booleans, conditions, joined texts and ranges. */

import { type Code, code } from '../../emit/code.ts';
import { deepEqual } from '../runtime/equality.ts';
import { fail } from '../runtime/failure.ts';
import type { States } from '../runtime/journal.ts';
import { isList, type List, newSequence } from '../runtime/list.ts';
import type { Run } from '../runtime/run.ts';
import { textOf } from '../runtime/text.ts';
import { isNumber, isTrue } from '../runtime/truth.ts';
import type { Node, NodeOf, Operator } from './tree.ts';
import type { Body } from './writer.ts';

/** The result of arithmetic with what are not two finite numbers. */
function notNumbers(left: unknown, right: unknown): undefined {
  if (left !== undefined && !isNumber(left)) fail('T2001');
  if (right !== undefined && !isNumber(right)) fail('T2002');
}

/** The result of a comparison of what are neither two numbers nor two texts. */
function notComparable(left: unknown, right: unknown): undefined {
  if (!isComparable(left) || !isComparable(right)) fail('T2010');
  if (left !== undefined && right !== undefined) fail('T2009');
}

const isComparable = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || typeof value === 'number';

function includes(value: unknown, list: unknown): boolean {
  if (value === undefined || list === undefined) return false;
  // The library compares with ===, so that NaN is in no list.
  return isList(list) ? list.some((item) => item === value) : list === value;
}

/** Largest number of items of a range. */
const maxRange = 10_000_000;

/** Number of items of a range between two looks at the time of a turn. */
const itemsPerStep = 100;

const ranges: States<List> = new WeakMap();

function range(from: unknown, to: unknown, run: Run): unknown {
  if (from !== undefined && !isInteger(from)) fail('T2003');
  if (to !== undefined && !isInteger(to)) fail('T2004');
  if (from === undefined || to === undefined || from > to) return undefined;
  if (to - from + 1 > maxRange) fail('D2014');
  const advance = (items: List): boolean => {
    run.step();
    const end = Math.min(to, from + items.length + itemsPerStep - 1);
    for (let item = from + items.length; item <= end; item += 1) items.push(item);
    return end < to;
  };
  if (run.journal !== undefined) return run.journal.loop(ranges, newSequence, advance);
  const items = newSequence();
  while (advance(items));
  return items;
}

const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** The signs of JavaScript for operators that it has too. */
const signs = {
  '+': code`+`,
  '-': code`-`,
  '*': code`*`,
  '/': code`/`,
  '%': code`%`,
  '<': code`<`,
  '<=': code`<=`,
  '>': code`>`,
  '>=': code`>=`,
  and: code`&&`,
  or: code`||`,
} as const satisfies Partial<Record<Operator, Code>>;

/** Both sides are evaluated, except for `and` and `or`, which stop at the side that decides. */
export function binaryCode(node: NodeOf<'binary'>, body: Body): Code {
  const { operator } = node;
  if (operator === 'and' || operator === 'or')
    return code`(${truthCode(node.left, body)} ${signs[operator]} ${truthCode(node.right, body)})`;
  if (operator === '..') return code`${range}(${body.node(node.left)}, ${body.node(node.right)}, frame.run)`;
  if (operator === 'in') return code`${includes}(${body.node(node.left)}, ${body.node(node.right)})`;
  const [left, right] = [body.variable(), body.variable()];
  const result = operationCode(operator, node, [left, right]);
  return code`(${left} = ${body.node(node.left)}, ${right} = ${body.node(node.right)}, ${result})`;
}

type Operation = Exclude<Operator, 'and' | 'or' | '..' | 'in'>;

/** The operation with two variables, which have the values of its sides. */
function operationCode(
  operator: Operation,
  node: NodeOf<'binary'>,
  [left, right]: readonly [left: Code, right: Code],
): Code {
  switch (operator) {
    case '=':
    case '!=': {
      const equal = code`${left} === ${right} || typeof ${left} !== "string" && ${deepEqual}(${left}, ${right})`;
      return code`${left} !== undefined && ${right} !== undefined && (${equal}) === ${operator === '='}`;
    }
    case '&':
      return code`${joinedCode(node.left, left)} + ${joinedCode(node.right, right)}`;
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const both = (type: string): Code => code`typeof ${left} === ${type} && typeof ${right} === ${type}`;
      const compared = code`${left} ${signs[operator]} ${right}`;
      return code`${both('number')} || ${both('string')} ? ${compared} : ${notComparable}(${left}, ${right})`;
    }
    default: {
      const finite = (value: Code): Code => code`typeof ${value} === "number" && Number.isFinite(${value})`;
      const computed = code`${left} ${signs[operator]} ${right}`;
      return code`${finite(left)} && ${finite(right)} ? ${computed} : ${notNumbers}(${left}, ${right})`;
    }
  }
}

/** The text of a value. Joined texts are texts. */
const joinedCode = (node: Node, value: Code): Code =>
  node.type === 'literal' && typeof node.value === 'string'
    ? value
    : code`(typeof ${value} === "string" ? ${value} : ${textOf}(${value}))`;

/** JSONata's meaning of a value as a condition. */
function truthCode(node: Node, body: Body, value = body.node(node)): Code {
  const temporary = body.variable();
  return code`(typeof (${temporary} = ${value}) === "boolean" ? ${temporary} : ${isTrue}(${temporary}))`;
}

/** A condition. `write` writes its two values. */
export function conditionCode(node: NodeOf<'condition'>, body: Body, write: (part: Node) => Code): Code {
  const then = write(node.then);
  const otherwise = node.otherwise === undefined ? code`undefined` : write(node.otherwise);
  const isAboutExistence = node.about === 'existence' && body.scope.placesOf('exists').length === 0;
  if (node.about !== 'truth' && !isAboutExistence)
    return code`(${truthCode(node.condition, body)} ? ${then} : ${otherwise})`;
  const value = body.variable();
  const holds = isAboutExistence ? code`${value} !== undefined` : code`${isTrue}(${value})`;
  return code`(${value} = ${then}, ${holds} ? ${value} : ${otherwise})`;
}

/** `-value`: nothing for nothing. Fails with D1002 for what is no number. */
export function negate(value: unknown): unknown {
  if (value === undefined) return undefined;
  return isNumber(value) ? -value : fail('D1002');
}
