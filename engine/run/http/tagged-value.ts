/** Values with their own type tag, as Tryton writes days, times and decimals: `{"__class__": "Decimal", "decimal": "12.50"}`. */
import type { Members } from '../../base/members.ts';

const padded = (value: unknown, length: number): string => String(value ?? 0).padStart(length, '0');

/** The plain value of a tagged one; undefined for a type that is none of these. Source: trytond/protocols/jsonrpc.py, JSONEncoder. */
export function untagged(value: Members): unknown {
  const day = (): string => `${padded(value.year, 4)}-${padded(value.month, 2)}-${padded(value.day, 2)}`;
  switch (value.__class__) {
    case 'date':
      return day();
    case 'datetime':
      return `${day()}T${padded(value.hour, 2)}:${padded(value.minute, 2)}:${padded(value.second, 2)}`;
    case 'Decimal':
      return value.decimal;
    default:
      return undefined;
  }
}
