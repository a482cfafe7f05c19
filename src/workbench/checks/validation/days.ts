/** Calendar days as texts, YYYY-MM-DD. */
import { Temporal } from 'temporal-polyfill';

/** The day `count` days after; before, where negative. */
export const plusDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString();

/** The first day that databases can store. */
const firstDay = '0001-01-01';

/** The default start of a statement: the first day of the month of its end, twelve months back. */
export function statementStart(periodEnd: string): string {
  const start = Temporal.PlainDate.from(periodEnd).subtract({ months: 12 }).with({ day: 1 }).toString();
  return start < firstDay ? firstDay : start;
}

/** The day in UTC of a time in milliseconds. That of the ERP may be the one before or after. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
