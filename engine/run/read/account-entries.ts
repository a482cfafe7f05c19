/** The entries of an account: those of a period, and the sums of these and all others. */
import { addDays } from '../../base/calendar.ts';
import { add, type Numeric, toDecimalText, toNumeric } from '../../base/decimal.ts';
import type { AccountEntriesPlan } from '../../plan/account-statement.ts';
import { periodFrom, periodUntil } from '../../plan/account-statement.ts';
import { sortRows } from '../../plan/order.ts';
import type { QueryPlan } from '../../plan/query.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { broken } from '../answer/encode-rows.ts';
import { type RunContext, withState } from '../context/context.ts';
import { processRows } from '../rows/process-rows.ts';
import { bind, runQuery } from '../statement/run-statement.ts';
import { runRead } from './read.ts';

interface Entries {
  /** Sum of the entries before the period; 0 if the ERP itself states the opening balance. */
  readonly before: Numeric;
  /** The entries of the period, sorted by day. */
  readonly rows: readonly WorkRow[];
  /** Sum of all entries; it excludes those before the period if the ERP states the opening balance. */
  readonly total: () => Promise<Numeric>;
}

/** First and last day, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The number in a value of the ERP. Throws a `broken` problem if it is not a number. */
export function numericOf(value: unknown, field: string): Numeric {
  const text = toDecimalText(value);
  if (text === undefined) throw broken(field, undefined, `${JSON.stringify(value ?? null)} is no number`);
  return toNumeric(text);
}

/** The exclusive upper bound of a period: after every time of its last day. There is no day after 9999-12-31. */
function endOf(last: string): string {
  const next = addDays(last, 1);
  return next > last ? next : `${last} 23:59:59.999`;
}

/**
 * The exact sum of the amounts of a wrapped query. SUM would skip an entry without an amount, so such an entry is an
 * error.
 */
async function sumOf(plan: QueryPlan, context: RunContext): Promise<Numeric> {
  const [row] = await context.execute(plan.source, bind(plan, context.state));
  if (textOf(row?.n) !== textOf(row?.filled))
    throw broken('amount', undefined, 'an entry of the account has no amount');
  return row === undefined || row.total === null ? 0 : numericOf(row.total, 'amount');
}

/** The bounds of a period under their names in the engine's own conditions. */
export const boundsOf = ({ from, to }: Days) => ({ [periodFrom]: from, [periodUntil]: endOf(to) });

async function queriedEntries(
  plan: Extract<AccountEntriesPlan, { readonly kind: 'query' }>,
  days: Days,
  outer: RunContext,
): Promise<Entries> {
  const context = withState(outer, { values: { ...outer.state.values, ...boundsOf(days) } });
  // Requested together: a session sends both in one round trip, where the database can do that.
  const [before, rowsOfPeriod] = await Promise.all([sumOf(plan.before, context), runQuery(plan.period, context)]);
  const rows = await processRows(plan.processing, rowsOfPeriod, context, (_index, column) => column);
  return { before, rows, total: () => sumOf(plan.all, context) };
}

/** The day of an entry as it is written, without conversion of time zones. */
function dayOf(row: WorkRow): string {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(textOf(row.date) ?? '')?.[0];
  if (day === undefined) throw broken('date', undefined, `${JSON.stringify(row.date ?? null)} is no day`);
  return day;
}

function total(rows: readonly WorkRow[]): Numeric {
  return rows.reduce<Numeric>((sum, row) => add(sum, numericOf(row.amount, 'amount')), 0);
}

const byDay = ['date', '_order', 'reference'].map((column) => ({ column, descending: false }));

/** `opensPeriod`: the ERP states the opening balance, so that older entries are not read. */
async function requestedEntries(
  { read, narrowed }: Extract<AccountEntriesPlan, { readonly kind: 'read' }>,
  { from, to }: Days,
  opensPeriod: boolean,
  context: RunContext,
): Promise<Entries> {
  const readDays = (days: Partial<Days>): Promise<readonly WorkRow[]> =>
    runRead(read, withState(context, { steps: { ...context.state.steps, ...days } }));
  // An ERP may return more days than requested: its filter works on hours, or ignores days.
  const isBefore = (row: WorkRow): boolean => dayOf(row) < from;
  const isAfter = (row: WorkRow): boolean => dayOf(row) > to;
  const first = await readDays(narrowed ? { from, to } : {});
  const rows = await sortRows(
    first.filter((row) => !isBefore(row) && !isAfter(row)),
    byDay,
  );
  const older = async (): Promise<readonly WorkRow[]> =>
    narrowed ? readDays({ to: addDays(from, -1) }) : Promise.resolve(first);
  const before = opensPeriod ? 0 : total((await older()).filter(isBefore));
  return {
    before,
    rows,
    async total() {
      const newer = narrowed ? await readDays({ from: addDays(to, 1) }) : first;
      return add(add(before, total(rows)), total(newer.filter(isAfter)));
    },
  };
}

/** Reads the entries of an account for a period. `opensPeriod`: the ERP states the opening balance. */
export function readEntries(
  plan: AccountEntriesPlan,
  days: Days,
  opensPeriod: boolean,
  context: RunContext,
): Promise<Entries> {
  return plan.kind === 'query'
    ? queriedEntries(plan, days, context)
    : requestedEntries(plan, days, opensPeriod, context);
}
