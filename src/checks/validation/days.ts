/** Calendar days as texts, YYYY-MM-DD. */
import { Temporal } from 'temporal-polyfill';

/** The day `count` days after; before, where negative. */
export const plusDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString();

/** The default start of a statement: the first day of the month of its end, twelve months back. */
export const statementStart = (periodEnd: string): string =>
  Temporal.PlainDate.from(periodEnd).subtract({ months: 12 }).with({ day: 1 }).toString();

/** The day in UTC of a time in milliseconds. That of the ERP may be the one before or after. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
