/** A statement of account: balance = previous + debit - credit, in decimal, from the ERP's own postings. */
import { addDays, firstOfMonthMonthsBack, localDate } from '../clock.ts';
import type { EndpointPlan, QueryPlan, StatementPlan } from '../compile/plan.ts';
import { periodFrom, periodUntil } from '../compile/statement.ts';
import { add, compare, multiply, type Numeric, toDecimalText, toNumeric } from '../decimal.ts';
import { ProblemError } from '../problem.ts';
import { type ObjectEncoder, textOf, type WorkRow } from '../shape/encode.ts';
import { broken, encodeContext, type Members } from './answer.ts';
import { type RunContext, withState } from './context.ts';
import { idExists } from './exists.ts';
import { bind, runQuery } from './query.ts';
import { refuse } from './refuse.ts';
import { shapeRows } from './shape.ts';

interface Period {
  readonly asOf: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** Defaults: today in the ERP's time zone; up to that day; from the first of that month twelve months back. */
function periodOf(context: RunContext, zone: string): Period {
  const given = (name: string): string | undefined => {
    const value = context.state.request[name];
    return typeof value === 'string' ? value : undefined;
  };
  const asOf = given('asOf') ?? localDate(context.state.now, zone);
  const periodEnd = given('periodEnd') ?? asOf;
  return { asOf, periodStart: given('periodStart') ?? firstOfMonthMonthsBack(periodEnd, 12), periodEnd };
}

/** The end of a period as a bound that lies after every time of its last day. There is no day after 9999-12-31. */
function endOf(last: string): string {
  const next = addDays(last, 1);
  return next > last ? next : `${last} 23:59:59.999`;
}

function numericOf(value: unknown, field: string): Numeric {
  const text = toDecimalText(value);
  if (text === undefined) throw broken(field, undefined, `${JSON.stringify(value ?? null)} is no number`);
  return toNumeric(text);
}

/** The exact sum of the amounts of a wrapped query. An entry without an amount would silently be left out: an error. */
async function total(plan: QueryPlan, context: RunContext): Promise<Numeric> {
  const [row] = await context.execute(plan.source, bind(plan, context.state));
  if (textOf(row?.n) !== textOf(row?.filled))
    throw broken('amount', undefined, 'an entry of the account has no amount');
  return row === undefined || row.total === null ? 0 : numericOf(row.total, 'amount');
}

async function balanceOf(plan: QueryPlan | undefined, context: RunContext): Promise<Numeric | undefined> {
  if (plan === undefined) return undefined;
  const [row] = await runQuery(plan, context);
  return row?.balance === undefined ? 0 : numericOf(row.balance, 'balance');
}

/** The account's currency; a customer that the ERP does not know is refused. */
async function currencyOf(plan: EndpointPlan, statement: StatementPlan, context: RunContext): Promise<unknown> {
  const rows = await runQuery(statement.currency, context);
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

/** The entries must add up to the ERP's own balance: a statement that does not is not sent. */
async function reconcile(statement: StatementPlan, brought: Numeric, context: RunContext): Promise<void> {
  const own = await balanceOf(statement.balance, context);
  if (own === undefined) return;
  const computed = add(brought, await total(statement.all, context));
  if (compare(own, computed) === 0) return;
  const message =
    "The account's entries do not add up to the balance that the ERP keeps, so no statement can be given.";
  throw new ProblemError(
    { kind: 'broken', message },
    new Error(`the ERP's balance is ${own}, its entries add up to ${computed}`),
  );
}

function lineOf(row: WorkRow, balance: Numeric, amount: Numeric): WorkRow {
  const owed = compare(amount, 0) >= 0;
  const { date, reference, description } = row;
  return { date, reference, description, debit: owed ? amount : 0, credit: owed ? 0 : multiply(amount, -1), balance };
}

export async function runStatement(
  plan: EndpointPlan,
  statement: StatementPlan,
  encode: ObjectEncoder,
  outer: RunContext,
  known: boolean,
): Promise<Members> {
  const period = periodOf(outer, statement.zone);
  if (period.periodStart > period.periodEnd) {
    refuse([
      { field: 'periodStart', message: `must not be after the end of the period, ${period.periodEnd}`, rule: 'order' },
    ]);
  }
  const dates = { [periodFrom]: period.periodStart, [periodUntil]: endOf(period.periodEnd) };
  const context = withState(outer, { values: { ...outer.state.values, ...period, ...dates } });
  if (!known)
    refuse(plan.endpoint.mustExist.map((field) => ({ field, message: 'is not known to the ERP', rule: 'unknown' })));
  const currency = await currencyOf(plan, statement, context);
  const brought = (await balanceOf(statement.opening, context)) ?? 0;
  const openingBalance = add(brought, await total(statement.before, context));
  const rows = await shapeRows(
    statement.shape,
    await runQuery(statement.period, context),
    context,
    (_index, column) => column,
  );
  await reconcile(statement, brought, context);
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
  const encoded = encode(answer, encodeContext(context, statement.zone, context.endpoint));
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}
