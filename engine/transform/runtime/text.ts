/** Values as text, as in JSONata's $string(). */
import { fail } from './failure.ts';
import { isList } from './list.ts';

/** Number of significant digits that a text shows of a number. */
const digits = 15;

const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(digits)));

function shown(_key: string, value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) ? rounded(value) : Number.isNaN(value) ? value : fail('D1001');
  return typeof value === 'function' ? '' : value;
}

/** The text of a value; empty for a missing value and for a function. `space`: indents JSON by two. */
export function textOf(value: unknown, space = 0): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
    case 'function':
      return '';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) fail('D3001');
      return JSON.stringify(rounded(value));
    default: {
      const whole = isList(value) && value.outerWrapper === true ? value[0] : value;
      return JSON.stringify(whole, shown, space);
    }
  }
}
