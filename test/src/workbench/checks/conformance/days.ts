const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;
const MILLISECONDS_PER_DAY = 86_400_000;

/** True for YYYY-MM-DD of a day that the calendar has. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** True for an ISO 8601 instant in UTC, written with Z. */
export function isUtcInstant(text: string): boolean {
  const match = INSTANT.exec(text);
  return match?.[1] !== undefined && isDay(match[1]);
}

/** The day `count` days after (before, where negative). */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_PER_DAY;
}

/** First day of the same month, twelve months back: where a statement begins unless it is told. */
export function statementStart(periodEnd: string): string {
  return `${String(Number(periodEnd.slice(0, 4)) - 1).padStart(4, '0')}-${periodEnd.slice(5, 7)}-01`;
}

/** Today in UTC. The ERP's own day may be the one before or after. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
