/** Stated amounts that are not the product of their factors: discounts exist, mistakes too. The stated amount wins, and the log tells. */
import type { Answer } from '../../contract.ts';
import { compare, multiply, subtract, toDecimalText, toNumeric } from '../../decimal.ts';
import { isRow } from '../../shape/encode.ts';
import type { RunContext } from '../context.ts';

type Amounts = NonNullable<Extract<Answer, { kind: 'write' }>['amounts']>;

function numericOf(value: unknown) {
  const text = toDecimalText(value);
  return text === undefined ? undefined : toNumeric(text);
}

/** Logs each item whose stated amount differs from the product of its factors. */
export function logDifferences(amounts: Amounts, context: RunContext): void {
  const list = context.state.request[amounts.list];
  if (!Array.isArray(list)) return;
  for (const [index, item] of list.entries()) {
    if (!isRow(item)) continue;
    const stated = numericOf(item[amounts.amount]);
    const [first, second] = amounts.factors.map((name) => numericOf(item[name]));
    if (stated === undefined || first === undefined || second === undefined) continue;
    const product = multiply(first, second);
    if (compare(stated, product) === 0) continue;
    const difference = subtract(stated, product);
    const field = `${amounts.list}[${index}].${amounts.amount}`;
    const message = `The stated amount ${stated} is taken; ${amounts.factors.join(' x ')} is ${product}.`;
    context.log({ level: 'warn', event: 'amount differs', endpoint: context.endpoint, field, difference, message });
  }
}
