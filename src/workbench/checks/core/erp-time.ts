/** The clock of the service under test, and days and times in the time zone of its ERP. */
import { Temporal } from 'temporal-polyfill';
import type { CheckContext } from './context.ts';
import { notPossible } from './outcome.ts';

/** IANA time zone of the ERP; UTC where the profile is not known. */
export const zoneOf = ({ profile }: Pick<CheckContext, 'profile'>): string => profile?.clock ?? 'UTC';

/** Milliseconds since the epoch of a day and a time of the ERP's clock. */
export const localTime = (day: string, time: string, zone: string): number =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;

/** The calendar day of a time in milliseconds since the epoch. */
export const localDay = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Runs `work` while the service dates documents with `ms`, in milliseconds since the epoch; then the service has the machine's clock again. */
export async function atTime<T>({ fixture }: CheckContext, ms: number, work: () => Promise<T>): Promise<T> {
  if (fixture === undefined) return notPossible('the clock of this service cannot be set');
  fixture.setTime(ms);
  try {
    return await work();
  } finally {
    fixture.setTime(undefined);
  }
}
