/** Conversion of work values to values that a SQL statement accepts. */
import type { SqlValue } from '../sources/source.ts';

/** The value where SQL accepts its type (text, number, boolean); undefined for null, objects and lists. */
export function sqlValue(value: unknown): SqlValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}
