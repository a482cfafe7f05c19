/** Account statement: balance = previous + debit - credit, in decimal arithmetic, from the ERP's own postings. */
import { firstOfMonthMonthsBack } from '../../base/calendar.ts';
import { add, compare, multiply, type Numeric } from '../../base/decimal.ts';
import { localDate } from '../../base/local-time.ts';
import { ProblemError } from '../../base/problem.ts';
import type { AccountStatementPlan } from '../../plan/account-statement.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { ReadPlan } from '../../plan/read.ts';
import { type ObjectEncoder, textOf, type WorkRow } from '../../shape/encode.ts';
import { broken, encodeContext, type Members } from '../answer/encode-rows.ts';
import { type RunContext, withState } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { type Days, numericOf, readEntries } from './account-entries.ts';
import { idExists } from './id-exists.ts';
import { runRead } from './read.ts';

interface Period {
  readonly asOf: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/**
 * Defaults: the date is today in the ERP's time zone; the period ends on that day and starts twelve months earlier,
 * on the first of the month.
 */
export function periodOf(context: RunContext, zone: string): Period {
  const requestValue = (name: string): string | undefined => {
    const value = context.state.request[name];
    return typeof value === 'string' ? value : undefined;
  };
  const asOf = requestValue('asOf') ?? localDate(context.state.now, zone);
  const periodEnd = requestValue('periodEnd') ?? asOf;
  return { asOf, periodStart: requestValue('periodStart') ?? firstOfMonthMonthsBack(periodEnd, 12), periodEnd };
}

async function balanceOf(read: ReadPlan | undefined, context: RunContext): Promise<Numeric | undefined> {
  if (read === undefined) return undefined;
  const [row] = await runRead(read, context);
  return row?.balance === undefined ? 0 : numericOf(row.balance, 'balance');
}

/** The account's currency. Throws a refusal if the ERP does not know the customer. */
async function currencyOf(
  plan: EndpointPlan,
  accountStatement: AccountStatementPlan,
  context: RunContext,
): Promise<unknown> {
  const rows = await runRead(accountStatement.currency, context);
  const currencies = new Set(rows.map((row) => textOf(row.currency)));
  if (currencies.size > 1)
    throw broken('currency', undefined, `the account has several currencies: ${[...currencies].join(', ')}`);
  if (rows.length === 0) {
    for (const field of plan.endpoint.mustExist) {
      if ((await idExists(plan, field, context)) !== true)
        refuse([{ field, message: 'is not known to the ERP', rule: 'unknown' }]);
    }
  }
  return rows[0]?.currency;
}

/**
 * Below the minor unit of every currency, and above the noise of sums in binary floating point, which an ERP with columns of type DOUBLE keeps as its
 * balance.
 */
const leastDifference = 0.00001;

function areEqual(stated: Numeric, computed: Numeric): boolean {
  const difference = add(stated, multiply(computed, -1));
  return compare(difference, leastDifference) < 0 && compare(difference, -leastDifference) > 0;
}

interface Account {
  readonly openingBalance: Numeric;
  readonly rows: readonly WorkRow[];
  /** The ERP's own balance and the sum of the entries; undefined if they are equal, or the ERP states no balance. */
  readonly differing: readonly [stated: Numeric, computed: Numeric] | undefined;
}

async function readAccount(accountStatement: AccountStatementPlan, days: Days, context: RunContext): Promise<Account> {
  const { opensPeriod } = accountStatement;
  const steps = opensPeriod ? { ...context.state.steps, from: days.from } : context.state.steps;
  const opening = (await balanceOf(accountStatement.opening, withState(context, { steps }))) ?? 0;
  const { before, rows, total } = await readEntries(accountStatement.entries, days, opensPeriod, context);
  const stated = await balanceOf(accountStatement.balance, context);
  const computed = stated === undefined ? 0 : add(opening, await total());
  const differing = stated === undefined || areEqual(stated, computed) ? undefined : ([stated, computed] as const);
  return { openingBalance: add(opening, before), rows, differing };
}

/** Throws if the entries do not add up to the ERP's own balance. */
async function readReconciledAccount(
  accountStatement: AccountStatementPlan,
  days: Days,
  context: RunContext,
): Promise<Account> {
  const first = await readAccount(accountStatement, days, context);
  // HTTP requests run one after the other: something may have been posted in between.
  const again = first.differing !== undefined && accountStatement.entries.kind === 'read';
  const account = again ? await readAccount(accountStatement, days, context) : first;
  if (account.differing === undefined) return account;
  const [stated, computed] = account.differing;
  const message =
    "The account's entries do not add up to the balance that the ERP keeps, so no statement can be given.";
  throw new ProblemError(
    { kind: 'broken', message },
    new Error(`the ERP's balance is ${stated}, its entries add up to ${computed}`),
  );
}

function lineOf(row: WorkRow, balance: Numeric, amount: Numeric): WorkRow {
  const owed = compare(amount, 0) >= 0;
  const { date, reference, description } = row;
  return { date, reference, description, debit: owed ? amount : 0, credit: owed ? 0 : multiply(amount, -1), balance };
}

/** Lines with a running balance (contract 2, statement). Throws a refusal for a period in reverse or, unless `known`, an unknown id. */
export async function runAccountStatement(
  plan: EndpointPlan,
  accountStatement: AccountStatementPlan,
  encode: ObjectEncoder,
  outer: RunContext,
  isKnown: boolean,
): Promise<Members> {
  const period = periodOf(outer, accountStatement.zone);
  if (period.periodStart > period.periodEnd) {
    refuse([
      { field: 'periodStart', message: `must not be after the end of the period, ${period.periodEnd}`, rule: 'order' },
    ]);
  }
  const context = withState(outer, { values: { ...outer.state.values, ...period } });
  if (!isKnown)
    refuse(plan.endpoint.mustExist.map((field) => ({ field, message: 'is not known to the ERP', rule: 'unknown' })));
  const currency = await currencyOf(plan, accountStatement, context);
  const days = { from: period.periodStart, to: period.periodEnd };
  const { openingBalance, rows } = await readReconciledAccount(accountStatement, days, context);
  let balance = openingBalance;
  const lines = rows.map((row) => {
    const amount = numericOf(row.amount, 'amount');
    const other = textOf(row.currency);
    if (other !== undefined && other !== textOf(currency))
      throw broken('currency', undefined, `an entry is in ${other}, the account in ${textOf(currency)}`);
    balance = add(balance, amount);
    return lineOf(row, balance, amount);
  });
  const answer = { currency, ...period, openingBalance, closingBalance: balance, lines };
  const encoded = encode(answer, encodeContext(context, accountStatement.zone, context.endpoint));
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}
