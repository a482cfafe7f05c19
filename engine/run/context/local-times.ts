/** The local time of a call in a zone, as the variables of its expressions. */
import { localDate, localDateTime } from '../../base/local-time.ts';

interface LocalTimes {
  /** `YYYY-MM-DD HH:MM:SS.mmm` */
  readonly now: string;
  readonly today: string;
}

/** Results by time and zone: each request to an ERP and each list of rows needs those of its call. */
const timesByKey = new Map<string, LocalTimes>();
/** More than calls run at the same time. */
const maxKnown = 200;

/** The local time of an instant, in milliseconds since the epoch. */
export function localTimes(ms: number, zone: string): LocalTimes {
  const key = `${ms} ${zone}`;
  const cachedTimes = timesByKey.get(key);
  if (cachedTimes !== undefined) return cachedTimes;
  const times = { now: localDateTime(ms, zone), today: localDate(ms, zone) };
  if (timesByKey.size >= maxKnown) timesByKey.clear();
  timesByKey.set(key, times);
  return times;
}
