/** The entries of an account: those of a period, and what they and all others add up to. */
import { addDays } from '../../base/clock.ts';
import { add, type Numeric, toDecimalText, toNumeric } from '../../base/decimal.ts';
import type { AccountEntriesPlan } from '../../plan/account-statement.ts';
import { periodFrom, periodUntil } from '../../plan/account-statement.ts';
import { sortRows } from '../../plan/order.ts';
import type { QueryPlan } from '../../plan/query.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { type RunContext, withState } from '../context/context.ts';
import { bind, runQuery } from '../context/query.ts';
import { broken } from './encode-answer.ts';
import { runRead } from './read.ts';
import { processRows } from './row-processing.ts';

export interface Entries {
  /** What the entries before the period add up to; 0 where nobody asks, since the ERP tells what is owed there. */
  readonly before: Numeric;
  /** Those of the period, by day. */
  readonly rows: readonly WorkRow[];
  /** What all of them add up to; those before the period are left out as above. */
  readonly total: () => Promise<Numeric>;
}

/** First and last day, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A number of the ERP's. Throws where it is none. */
export function numericOf(value: unknown, field: string): Numeric {
  const text = toDecimalText(value);
  if (text === undefined) throw broken(field, undefined, `${JSON.stringify(value ?? null)} is no number`);
  return toNumeric(text);
}

/** The end of a period as a bound that lies after every time of its last day. There is no day after 9999-12-31. */
function endOf(last: string): string {
  const next = addDays(last, 1);
  return next > last ? next : `${last} 23:59:59.999`;
}

/** The exact sum of the amounts of a wrapped query. An entry without an amount would silently be left out: an error. */
async function sumOf(plan: QueryPlan, context: RunContext): Promise<Numeric> {
  const [row] = await context.execute(plan.source, bind(plan, context.state));
  if (textOf(row?.n) !== textOf(row?.filled))
    throw broken('amount', undefined, 'an entry of the account has no amount');
  return row === undefined || row.total === null ? 0 : numericOf(row.total, 'amount');
}

/** What the bounds of a period are called in the engine's own conditions. */
export const boundsOf = ({ from, to }: Days) => ({ [periodFrom]: from, [periodUntil]: endOf(to) });

async function queriedEntries(
  plan: Extract<AccountEntriesPlan, { readonly kind: 'query' }>,
  days: Days,
  outer: RunContext,
): Promise<Entries> {
  const context = withState(outer, { values: { ...outer.state.values, ...boundsOf(days) } });
  const before = await sumOf(plan.before, context);
  const found = await runQuery(plan.period, context);
  const rows = await processRows(plan.processing, found, context, (_index, column) => column);
  return { before, rows, total: () => sumOf(plan.all, context) };
}

/** The day of an entry, as it is written. */
function dayOf(row: WorkRow): string {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(textOf(row.date) ?? '')?.[0];
  if (day === undefined) throw broken('date', undefined, `${JSON.stringify(row.date ?? null)} is no day`);
  return day;
}

function total(rows: readonly WorkRow[]): Numeric {
  return rows.reduce<Numeric>((sum, row) => add(sum, numericOf(row.amount, 'amount')), 0);
}

const byDay = ['date', '_order', 'reference'].map((column) => ({ column, descending: false }));

/** `opensPeriod`: the ERP tells what is owed before the period, so that older entries are not asked for. */
async function requestedEntries(
  { read, narrowed }: Extract<AccountEntriesPlan, { readonly kind: 'read' }>,
  { from, to }: Days,
  opensPeriod: boolean,
  context: RunContext,
): Promise<Entries> {
  const readDays = (days: Partial<Days>): Promise<readonly WorkRow[]> =>
    runRead(read, withState(context, { steps: { ...context.state.steps, ...days } }));
  // An ERP may give more than it was asked for: its filter knows hours, or nothing of days at all.
  const isBefore = (row: WorkRow): boolean => dayOf(row) < from;
  const isAfter = (row: WorkRow): boolean => dayOf(row) > to;
  const first = await readDays(narrowed ? { from, to } : {});
  const rows = sortRows(
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

/** Reads the entries of an account for a period. */
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
