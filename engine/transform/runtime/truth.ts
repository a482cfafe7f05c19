/** Numbers and truth, as JSONata's functions see them. */
import { fail } from './failure.ts';
import { isItem, isList } from './list.ts';

/** Whether the value is a number. A number that is not finite is an error. */
export function isNumber(value: unknown): value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  return Number.isFinite(value) ? true : fail('D1001');
}

/** The effective boolean value; false for a missing value. */
export function isTrue(value: unknown): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value.length > 0;
    case 'number':
      return isNumber(value) && value !== 0;
    case 'object':
      if (isList(value)) return value.length === 1 ? isTrue(value[0]) : value.some(isTrue);
      return isItem(value) && Object.keys(value).length > 0;
    default:
      return false;
  }
}
