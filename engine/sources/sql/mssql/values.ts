/** The driver's values as cells. Its dates have the server's local time in their UTC parts; no time zone is applied. */
import type { Cell } from '../../source.ts';

function fractionOf(value: Date): string {
  const ticks: unknown = Reflect.get(value, 'nanosecondsDelta');
  // The date has whole milliseconds; a separate property has the rest in seconds.
  const finer = typeof ticks === 'number' ? Math.round(ticks * 1e7) : 0;
  const digits = String(value.getUTCMilliseconds() * 10_000 + finer)
    .padStart(7, '0')
    .replace(/0+$/, '');
  return digits === '' ? '' : `.${digits}`;
}

function dateText(value: Date, type: string): string {
  const [day = '', time = ''] = value.toISOString().split('T');
  const clock = `${time.slice(0, 8)}${fractionOf(value)}`;
  if (type === 'Date') return day;
  return type === 'Time' ? clock : `${day} ${clock}`;
}

/** One value of a column of the driver's type `type`. Numbers, text and bytes are unchanged; a bigint that a double cannot hold is text. */
export function mssqlCell(value: unknown, type: string): Cell {
  switch (typeof value) {
    case 'string': {
      if (type !== 'BigInt' && type !== 'IntN') return value;
      const whole = Number(value);
      return Number.isSafeInteger(whole) ? whole : value;
    }
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    default:
      if (value === null || value === undefined) return null;
      if (value instanceof Date) return dateText(value, type);
      return value instanceof Uint8Array ? value : String(value);
  }
}
