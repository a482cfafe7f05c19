/** Dates and amounts of lists are those of the ERP's rows: not shifted by a day, and not in hundredths. */
import { compare, multiply, type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import type { Check, Theme } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { zoneOf } from '../../core/erp-time.ts';
import type { Ledger } from '../../core/ledger.ts';
import { fail, lacks } from '../../core/outcome.ts';
import { dataOf, daysOf, numberOf } from '../../core/written-rows.ts';
import { plusDays } from '../../validation/days.ts';
import type { RuleName } from '../../validation/index.ts';
import { addressKinds } from './address-kinds.ts';
import { limitLeft, noLimit } from './credit-limits.ts';
import { customerCurrency } from './customer-currency.ts';
import { deliveredOrders, orderedUsage } from './delivered-orders.ts';
import { filledFields } from './filled-fields.ts';
import { hiddenRecords } from './hidden.ts';
import { inactiveRecords } from './inactive-records.ts';
import { invoiceColumns } from './invoice-columns.ts';
import { invoicedUsage } from './invoiced-usage.ts';
import { customerInvoices, invoices } from './listed-invoices.ts';
import { type Listed, type LoadedRows, type LocatedColumns, loadRows, locate } from './located.ts';
import { markedDocuments } from './marked-documents.ts';
import { cancelledOrders, usageOnDay, usedQuantities } from './order-quantities.ts';
import { ordersInCredit } from './orders-in-credit.ts';
import { ordersUsed } from './orders-used.ts';
import { ownPrices } from './own-prices.ts';
import { payers } from './payers.ts';
import { priceCurrencies } from './price-currencies.ts';
import { priceTerms } from './price-terms.ts';
import { reversedPayments } from './reversed-payments.ts';
import { rowPrices } from './row-prices.ts';
import { specialPrices } from './special-prices.ts';

const mostRecords = 30;
/** Records that show a shift at least, so that days which are next to each other by chance are none. */
const fewestShown = 3;

/** A list with the values of its rows. */
interface RecordList {
  readonly path: Path;
  readonly needs: readonly Path[];
  readonly days: (context: CheckContext) => Promise<readonly Listed[]>;
  readonly amounts: (context: CheckContext) => Promise<readonly Listed[]>;
}

const none = async (): Promise<readonly Listed[]> => [];

async function payments({ ledger }: CheckContext) {
  return (await ledger.payments()).map((one) => ({ ...one, id: one.erpPaymentId, also: one.erpInvoiceId }));
}

const lists: readonly RecordList[] = [
  {
    path: '/invoices/list',
    needs: [],
    days: async (context) =>
      (await invoices(context)).map(({ id, also, issueDate, dueDate }) => ({
        id,
        also,
        values: { issueDate, dueDate },
      })),
    amounts: async (context) =>
      (await invoices(context)).map(({ id, also, amountTotal, amountOutstanding }) => ({
        ...{ id, also, values: { amountTotal: String(amountTotal), amountOutstanding: String(amountOutstanding) } },
      })),
  },
  {
    path: '/customer-invoices/list',
    needs: ['/catalog/customers/search'],
    days: async (context) =>
      (await customerInvoices(context)).map(({ id, also, issueDate, dueDate }) => ({
        ...{ id, also, values: { issueDate, dueDate } },
      })),
    amounts: async (context) =>
      (await customerInvoices(context)).map(({ id, also, amountTotal, amountOpen }) => ({
        ...{ id, also, values: { amountTotal: String(amountTotal), amountOpen: String(amountOpen) } },
      })),
  },
  {
    path: '/payments/list',
    needs: [],
    days: async (context) =>
      (await payments(context)).map(({ id, also, paymentDate }) => ({ id, also, values: { paymentDate } })),
    amounts: async (context) =>
      (await payments(context)).map(({ id, also, amount }) => ({ id, also, values: { amount: String(amount) } })),
  },
  {
    path: '/sales-orders/list',
    needs: [],
    days: async ({ ask }) =>
      (await ask('/sales-orders/list', { limit: 100 })).orders.map(({ erpSoId, soNumber, orderDate }) => ({
        ...{ id: erpSoId, also: soNumber, values: { orderDate } },
      })),
    amounts: none,
  },
  {
    path: '/purchase-orders/list',
    needs: [],
    days: async ({ ask }) =>
      (await ask('/purchase-orders/list', { limit: 100 })).orders.map(({ erpPoId, poNumber, orderDate }) => ({
        ...{ id: erpPoId, also: poNumber, values: { orderDate } },
      })),
    amounts: none,
  },
  {
    path: '/credit/customer',
    needs: ['/catalog/customers/search'],
    days: none,
    async amounts(context) {
      const names = new Map((await context.discovered.customers()).map(({ erpId, erpName }) => [erpId, erpName]));
      const all: Listed[] = [];
      for (const id of await context.ledger.customers()) {
        const { creditLimit } = await context.ledger.creditOf(id);
        if (creditLimit !== null)
          all.push({ id, also: names.get(id) ?? id, values: { creditLimit: String(creditLimit) } });
      }
      return all;
    },
  },
];

/** How an answered value differs from the values of a column: `same`, a name of the difference, or undefined for any other. */
type Compare = (answeredValue: string, values: readonly string[]) => string | undefined;

/**
 * Fails where a field is in no column as it is, and in one column with the same difference for all records. A field that is in no column either way
 * may be computed, and is not judged. Returns whether a field was found.
 */
function judge(places: readonly LocatedColumns[], differ: Compare, rule: RuleName): boolean {
  let isShown = false;
  for (const columns of places) {
    const fields = new Set(
      [...columns.values()].flatMap(({ located }) => located.flatMap(({ listed }) => Object.keys(listed.values))),
    );
    for (const field of fields) {
      const columnsOf = [...columns].map(([name, { located }]) => ({
        name,
        seen: located.map(({ listed, values }) => ({
          listed,
          values,
          how: differ(listed.values[field] ?? '', values),
        })),
      }));
      const isWhole = ({ seen }: (typeof columnsOf)[number]): boolean =>
        seen.length > 0 && seen.every(({ how }) => how === 'same');
      if (columnsOf.some(isWhole)) {
        isShown = true;
        continue;
      }
      for (const { name, seen } of columnsOf) {
        const others = seen.filter(({ how }) => how !== 'same');
        const [first] = others;
        if (first?.how === undefined || others.some(({ how }) => how !== first.how)) continue;
        if (new Set(others.map(({ listed }) => listed.values[field])).size < fewestShown) continue;
        const message = `${field} of ${first.listed.also} (${first.listed.id}) is ${first.listed.values[field]}: ${first.how} ${name}, which is ${first.values[0]}; so for ${others.length} of ${seen.length} records, and no other column has the answered values`;
        fail(rule, message, field);
      }
    }
  }
  return isShown;
}

const dayDifference =
  (zone: string): Compare =>
  (answeredValue, values) => {
    const days = values.flatMap((value) => daysOf(value, zone));
    if (days.includes(answeredValue)) return 'same';
    if (days.includes(plusDays(answeredValue, -1))) return 'a day after';
    return days.includes(plusDays(answeredValue, 1)) ? 'a day before' : undefined;
  };

const amountDifference: Compare = (answeredValue, values) => {
  const amount = numberOf(answeredValue);
  if (amount === undefined) return undefined;
  const numbers = values.flatMap((value) => numberOf(value) ?? []);
  const among = (wanted: Numeric): boolean =>
    numbers.some((one) => compare(one, wanted) === 0 || compare(one, subtract(0, wanted)) === 0);
  if (among(amount)) return 'same';
  if (numbers.some((one) => compare(multiply(one, 100), amount) === 0)) return '100 times';
  return among(multiply(amount, 100)) ? 'a hundredth of' : undefined;
};

const loaded = new WeakMap<Ledger, Promise<LoadedRows>>();

/** The rows of the ERP, read once for all lists: these checks come one after the other, and none of them writes. */
function rowsFor(context: CheckContext): Promise<LoadedRows> {
  const rows = loaded.get(context.ledger) ?? loadRows(dataOf(context));
  loaded.set(context.ledger, rows);
  return rows;
}

const base = { tag: 'fixture', clause: 'ruling: answers', mayDeviate: true } as const;
const lack = (path: Path, what: string): never =>
  lacks(`a record whose row has the answered id as its key, and its ${what} in a column`, path);

const daysOfList = ({ path, needs, days }: RecordList): Check => ({
  ...base,
  id: 'columns/days',
  path,
  title: "dates are calendar days of the ERP's columns, and not the days before or after",
  needs: [path, ...needs],
  async run(context) {
    const rows = await rowsFor(context);
    const listed = context.sample(await days(context), mostRecords);
    const places = locate(rows, listed, ({ type }) => type === 'date' || type === 'datetime' || type === 'text');
    if (!judge(places, dayDifference(zoneOf(context)), 'erp-days')) lack(path, 'date');
  },
});

const amountsOfList = ({ path, needs, amounts }: RecordList): Check => ({
  ...base,
  id: 'columns/amounts',
  path,
  title: "amounts are those of the ERP's columns, and not their hundredths or hundredfold",
  needs: [path, ...needs],
  async run(context) {
    const rows = await rowsFor(context);
    const listed = context.sample(await amounts(context), mostRecords);
    const places = locate(rows, listed, ({ type }) => type === 'decimal' || type === 'integer');
    if (!judge(places, amountDifference, 'erp-amounts')) lack(path, 'amount');
  },
});

/** Checks fields of answers against the rows of the ERP, which some checks change. They need a fixture. */
export const columns: Theme = () => [
  ...lists.filter(({ days }) => days !== none).map(daysOfList),
  ...lists.filter(({ amounts }) => amounts !== none).map(amountsOfList),
  noLimit,
  limitLeft,
  addressKinds,
  ...filledFields,
  ...invoiceColumns,
  ...markedDocuments,
  reversedPayments,
  priceCurrencies,
  customerCurrency,
  priceTerms,
  specialPrices,
  rowPrices,
  ownPrices,
  ordersInCredit,
  ordersUsed,
  usedQuantities,
  orderedUsage,
  invoicedUsage,
  usageOnDay,
  deliveredOrders,
  cancelledOrders,
  payers,
  ...hiddenRecords,
  ...inactiveRecords,
];
