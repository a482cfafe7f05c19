/** The first and the last day of a period belong to it. */
import { Temporal } from 'temporal-polyfill';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { demand, demandEqual, lacks } from '../../core/outcome.ts';
import { dayOf, plusDays } from '../../validation/days.ts';

const statement = '/customer-statement/get';
const usage = '/sales-orders/usage';
const longAgo = '1990-01-01';
const daysAhead = 3_650;
const mostCustomers = 8;
const mostDays = 4;
const mostSkus = 60;
const mostUsages = 3;
const base = { tag: 'fixture', mayDeviate: true } as const;

const statementDays: Check = {
  ...base,
  id: 'time/statement-days',
  path: statement,
  title: 'a period of one day has exactly the lines of that day, between the balances before and after it',
  clause: 'contract 2, statement',
  needs: [statement],
  async run(context) {
    let isShown = false;
    for (const customerErpId of context.sample(await context.ledger.customers(), mostCustomers)) {
      const end = plusDays(dayOf(context.now()), daysAhead);
      const { lines, openingBalance } = await context.ask(statement, {
        ...{ customerErpId, periodStart: longAgo, periodEnd: end },
      });
      for (const day of context.sample([...new Set(lines.map(({ date }) => date))], mostDays)) {
        isShown = true;
        const one = await context.ask(statement, { customerErpId, asOf: day, periodStart: day, periodEnd: day });
        const linesOfDay = lines.filter(({ date }) => date === day);
        const what = `customer ${customerErpId}, the period of ${day} alone`;
        demandEqual(one.lines, linesOfDay, 'period-days', `${what}: the lines`);
        const before = lines.filter(({ date }) => date < day).at(-1)?.balance ?? openingBalance;
        const opening = `${what}: the opening balance must be ${before}, and is ${one.openingBalance}`;
        demand(isEqual(one.openingBalance, before), 'period-days', opening, 'openingBalance');
        const after = linesOfDay.at(-1)?.balance ?? before;
        const closing = `${what}: the closing balance must be ${after}, and is ${one.closingBalance}`;
        demand(isEqual(one.closingBalance, after), 'period-days', closing, 'closingBalance');
      }
    }
    if (!isShown) lacks('a customer whose account has a line', statement);
  },
};

/** A customer who ordered an article. */
export interface Usage {
  readonly customerErpId: string;
  readonly sku: string;
}

/** The units of a period; `null`: without an end. */
export const unitsOf = async (
  context: CheckContext,
  used: Usage,
  periodStart: string,
  periodEnd: string | null,
): Promise<number> => (await context.ask(usage, { ...used, periodStart, periodEnd })).units;

/** The first day until which a customer has ordered an article, by halving the time. */
async function firstDay(context: CheckContext, used: Usage): Promise<string> {
  let before = Temporal.PlainDate.from(longAgo);
  let until = Temporal.PlainDate.from(plusDays(dayOf(context.now()), daysAhead));
  for (;;) {
    const { days } = before.until(until, { largestUnit: 'days' });
    if (days <= 1) return until.toString();
    const middle = before.add({ days: Math.floor(days / 2) });
    if ((await unitsOf(context, used, longAgo, middle.toString())) > 0) until = middle;
    else before = middle;
  }
}

/** Customers with articles that they ordered, 3 at most. */
export async function usages(context: CheckContext): Promise<readonly Usage[]> {
  const all: Usage[] = [];
  const skus = context.sample(await context.discovered.skus(), mostSkus);
  for (const customerErpId of context.sample(await context.ledger.customers(), mostCustomers)) {
    for (const sku of skus) {
      if ((await unitsOf(context, { customerErpId, sku }, longAgo, null)) === 0) continue;
      all.push({ customerErpId, sku });
      break;
    }
    if (all.length === mostUsages) break;
  }
  return all;
}

const usageDays: Check = {
  ...base,
  id: 'time/usage-days',
  path: usage,
  title: 'the first day and the last day of a period are counted',
  clause: 'contract 4, /sales-orders/usage',
  needs: [usage, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const all = await usages(context);
    if (all.length === 0) lacks('a customer who ordered a product', usage);
    for (const used of all) {
      const day = await firstDay(context, used);
      const units = (start: string, end: string | null): Promise<number> => unitsOf(context, used, start, end);
      const until = await units(longAgo, day);
      const what = `${used.sku} for ${used.customerErpId}: there are ${until} units until ${day}, none until the day before`;
      demandEqual(await units(day, day), until, 'period-days', `${what}; the units of that day alone`);
      demandEqual(await units(day, null), await units(longAgo, null), 'period-days', `${what}; the units from it on`);
    }
  },
};

export const periods: readonly Check[] = [statementDays, usageDays];
