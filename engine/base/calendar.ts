/** Calendar dates: texts `YYYY-MM-DD`, years from 0001 to 9999. The clock and the time zone of the machine are never used. */

const dayMs = 86_400_000;
/** The first and the last date that every database can store. */
export const firstDay = '0001-01-01';
export const lastDay = '9999-12-31';

const hyphen = '-'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** The number in the digits from `start` to `end`; NaN if a character is not a digit. */
function digitsOf(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Whether the text is `YYYY-MM-DD` and the date exists. Avoids a regular expression, because it runs for every date of a page. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return false;
  const [year, month, day] = [digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A date as text, limited to the dates that databases can store. */
function dayText(day: Date): string {
  const year = day.getUTCFullYear();
  if (year > 9999) return lastDay;
  return year < 1 ? firstDay : day.toISOString().slice(0, 10);
}

/** The date `n` days later, or earlier if negative, limited to 0001-01-01 to 9999-12-31. */
export function addDays(date: string, n: number): string {
  return dayText(new Date(Date.parse(`${date}T00:00:00.000Z`) + n * dayMs));
}

/** The first day of the month that is `months` months before the month of the date: (`2026-03-15`, 12) is `2025-03-01`. */
export function firstOfMonthMonthsBack(date: string, months: number): string {
  const day = new Date(`${date.slice(0, 7)}-01T00:00:00.000Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return dayText(day);
}
