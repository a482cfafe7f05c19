/** The credit limit is that of the customer's row: null where it has none, because a limit of 0 forbids every order, and not what is left of it. */
import { compare, type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataColumn } from '../../core/erp-data.ts';
import { fail, lacks } from '../../core/outcome.ts';
import { dataOf, numberOf } from '../../core/written-rows.ts';
import { type Listed, type LocatedColumns, loadRows, locate } from './located.ts';

const path = '/credit/customer';
const mostCustomers = 40;
/** Different limits that show which column has them. */
const fewestLimits = 2;
/** A customer with a limit. */
interface Limited extends Listed {
  readonly limit: Numeric;
  /** Undefined where it is not answered. */
  readonly used: Numeric | undefined;
}

const isZero = ({ limit }: Limited): boolean => compare(limit, 0) === 0;

/** The customers that have a limit in the answers. */
async function limits(context: CheckContext): Promise<readonly Limited[]> {
  const customers = context.sample(await context.discovered.customers(), mostCustomers);
  const all: Limited[] = [];
  for (const { erpId: id, erpName: also } of customers) {
    const { creditLimit, creditUsed } = await context.ledger.creditOf(id);
    if (creditLimit !== null) all.push({ id, also, limit: creditLimit, used: creditUsed ?? undefined, values: {} });
  }
  return all;
}

/** The customers with a limit, and the columns of numbers around their rows. */
async function limitsInRows(context: CheckContext) {
  const listed = await limits(context);
  const isNumber = ({ type }: DataColumn): boolean => type === 'decimal' || type === 'integer';
  return { listed, places: locate(await loadRows(dataOf(context)), listed, isNumber) };
}

/** The columns that have the answered limit of every customer whose limit is not 0, with the customers that have a value in them. */
function limitColumns(
  columns: LocatedColumns,
  listed: readonly Limited[],
): readonly (readonly [name: string, filled: ReadonlySet<string>])[] {
  const ids = new Set([...columns.values()].flatMap(({ located }) => located.map((one) => one.listed.id)));
  const limited = listed.filter((one) => ids.has(one.id) && !isZero(one));
  if (new Set(limited.map(({ limit }) => String(limit))).size < fewestLimits) return [];
  return [...columns].flatMap(([name, { located }]) => {
    const byId = new Map(located.map((one) => [one.listed.id, one.values]));
    const isLimit = limited.every(({ id, limit }) =>
      byId.get(id)?.some((value) => {
        const number = numberOf(value);
        return number !== undefined && compare(number, limit) === 0;
      }),
    );
    return isLimit ? [[name, new Set(byId.keys())] as const] : [];
  });
}

export const noLimit: Check = {
  id: 'columns/no-limit',
  path,
  title: 'the limit of a customer whose row has none is null, and not 0',
  clause: 'contract 2, credit snapshot',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search'],
  async run(context) {
    const { listed, places } = await limitsInRows(context);
    let isShown = false;
    for (const columns of places) {
      const ids = new Set([...columns.values()].flatMap(({ located }) => located.map((one) => one.listed.id)));
      const [first, ...others] = limitColumns(columns, listed);
      // Several columns have the same limits where one is a copy: it is not known which one counts.
      if (first === undefined || others.length > 0) continue;
      isShown = true;
      const [name, filled] = first;
      const wrong = listed.find((one) => isZero(one) && ids.has(one.id) && !filled.has(one.id));
      const message = `the limit of ${wrong?.also} (${wrong?.id}) is answered as 0, and ${name} is NULL in its row: no limit was set. Answer null`;
      if (wrong !== undefined) fail('erp-values', message, 'creditLimit');
    }
    if (!isShown) lacks('two customers with different credit limits, whose rows have the answered ids', path);
  },
};

/** Customers whose limit is less than that of the row by exactly the credit used. */
const fewestLeft = 2;

export const limitLeft: Check = {
  id: 'columns/limit-left',
  path,
  title: "the credit limit is that of the customer's row, and not what is left of it",
  clause: 'contract 2, credit snapshot',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search'],
  async run(context) {
    const { listed, places } = await limitsInRows(context);
    const byId = new Map(listed.map((one) => [one.id, one]));
    let isShown = false;
    for (const columns of places) {
      for (const [name, { located }] of columns) {
        const judged = located.flatMap(({ listed: { id }, values }) => {
          const one = byId.get(id);
          const stored = numberOf(values[0]);
          const used = one?.used === undefined || compare(one.used, 0) === 0 ? undefined : one.used;
          if (one === undefined || used === undefined || stored === undefined || values.length !== 1) return [];
          return [{ one, stored, isLeft: compare(subtract(stored, used), one.limit) === 0 }];
        });
        isShown ||= judged.length >= fewestLeft;
        const left = judged.filter(({ isLeft }) => isLeft);
        const [first] = left;
        if (first === undefined || left.length < fewestLeft || left.length * 2 <= judged.length) continue;
        const { one, stored } = first;
        const message = `the limit of ${one.also} (${one.id}) is ${one.limit}: ${name}, which is ${stored}, less creditUsed; so for ${left.length} of ${judged.length} customers`;
        fail('erp-values', message, 'creditLimit');
      }
    }
    if (!isShown) lacks('two customers with a credit limit and credit used, whose rows have the answered ids', path);
  },
};
