/**
 * The amounts of a request's lines: computed if none is stated, otherwise checked against the product of their
 * factors.
 */

import {
  compare,
  isRounding,
  multiply,
  type Numeric,
  round,
  subtract,
  toDecimalText,
  toNumeric,
} from '../../base/decimal.ts';
import type { FieldFault } from '../../base/problem.ts';
import type { AmountsPlan } from '../../plan/write.ts';
import type { RequestValue, RequestValues } from '../../shape/request.ts';
import type { RunContext } from '../context/context.ts';

function numericOf(value: unknown): Numeric | undefined {
  const text = toDecimalText(value);
  return text === undefined ? undefined : toNumeric(text);
}

interface Currency {
  readonly code: string;
  readonly decimals: number;
}

/** The currency of a request; undefined if it was refused. */
function currencyOf({ lineAmounts, currencies }: AmountsPlan, request: RequestValues): Currency | undefined {
  const code = request[lineAmounts.currency];
  const decimals = typeof code === 'string' ? currencies.get(code) : undefined;
  return typeof code !== 'string' || decimals === undefined ? undefined : { code, decimals };
}

function linesOf({ lineAmounts }: AmountsPlan, request: RequestValues): readonly RequestValues[] {
  const list: RequestValue | undefined = request[lineAmounts.list];
  return typeof list === 'object' ? list : [];
}

function productOf({ lineAmounts }: AmountsPlan, line: RequestValues): Numeric | undefined {
  const [first, second] = lineAmounts.factors.map((name) => numericOf(line[name]));
  return first === undefined || second === undefined ? undefined : multiply(first, second);
}

/**
 * The request with an amount in each line: the stated amount unchanged, otherwise the product, rounded to the
 * currency's smallest unit.
 */
export function withAmounts(plan: AmountsPlan, request: RequestValues): RequestValues {
  const currency = currencyOf(plan, request);
  const { list, amount } = plan.lineAmounts;
  if (currency === undefined || request[list] === undefined) return request;
  const lines = linesOf(plan, request).map((line) => {
    const product = line[amount] === undefined ? productOf(plan, line) : undefined;
    return product === undefined ? line : { ...line, [amount]: round(product, currency.decimals) };
  });
  return { ...request, [list]: lines };
}

interface StatedAmount {
  readonly field: string;
  readonly amount: Numeric;
  /** Undefined if a factor was refused. */
  readonly product: Numeric | undefined;
}

function* statedAmounts(plan: AmountsPlan, request: RequestValues): Generator<StatedAmount> {
  for (const [index, line] of linesOf(plan, request).entries()) {
    const amount = numericOf(line[plan.lineAmounts.amount]);
    const field = `${plan.lineAmounts.list}[${index}].${plan.lineAmounts.amount}`;
    if (amount !== undefined) yield { field, amount, product: productOf(plan, line) };
  }
}

/** Any rounding changes a product by at most half a smallest unit. */
function differs({ amount, product }: StatedAmount, currency: Currency): boolean {
  return product !== undefined && !isRounding(amount, product, currency.decimals);
}

function unitsFault({ field, amount }: StatedAmount, { code, decimals }: Currency): FieldFault | undefined {
  if (compare(round(amount, decimals), amount) === 0) return undefined;
  const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`;
  return { field, message: `is ${amount}, and must have ${most}, as ${code} has`, rule: 'digits' };
}

function productFault(plan: AmountsPlan, stated: StatedAmount, currency: Currency): FieldFault | undefined {
  if (stated.product === undefined || !differs(stated, currency)) return undefined;
  const factors = plan.lineAmounts.factors.join(' x ');
  const expected = round(stated.product, currency.decimals);
  const message = `is ${stated.amount}, and must be ${factors}, which is ${expected} ${currency.code}`;
  return { field: stated.field, message, rule: 'product' };
}

/** The faults of the stated amounts by the rules of the profile. `request`: as sent, without computed amounts. */
export function* amountFaults(plan: AmountsPlan, request: RequestValues): Generator<FieldFault> {
  const currency = currencyOf(plan, request);
  // Without a rule, no product needs to be computed.
  if (currency === undefined || (!plan.wholeUnits && plan.onDifference !== 'refuse')) return;
  for (const stated of statedAmounts(plan, request)) {
    const fault =
      (plan.wholeUnits ? unitsFault(stated, currency) : undefined) ??
      (plan.onDifference === 'refuse' ? productFault(plan, stated, currency) : undefined);
    if (fault !== undefined) yield fault;
  }
}

/** Logs each accepted amount that is not the product of its factors: it may be a discount or a mistake. */
export function logDifferences(plan: AmountsPlan, context: RunContext): void {
  const { request } = context.state;
  const currency = currencyOf(plan, request);
  if (currency === undefined) return;
  for (const stated of statedAmounts(plan, request)) {
    const { field, amount, product } = stated;
    if (product === undefined || !differs(stated, currency)) continue;
    const message = `The stated amount ${amount} is taken; ${plan.lineAmounts.factors.join(' x ')} is ${product}.`;
    const difference = subtract(amount, product);
    const { endpoint } = context;
    context.log({ level: 'warn', event: 'amount_differs', endpoint, field, amount, product, difference, message });
  }
}
