/** Values of OData's literals. */
import type { ODataToken } from '../../../../engine/tools/index.ts';
import { instantOf } from './functions.ts';
import type { Value } from './store.ts';

/** The value of a literal, as a double compares it: instants are milliseconds, true is 1. */
export function literalValue({ kind, text }: ODataToken): Value {
  const inner = /^\w[\w.]*'(.*)'$/s.exec(text)?.[1] ?? /^'(.*)'$/s.exec(text)?.[1];
  const plain = (inner ?? text).replaceAll("''", "'");
  switch (kind) {
    case 'number':
      return Number(text.replace(/[a-z]$/i, ''));
    case 'instant':
      return instantOf(plain);
    case 'name':
      return text === 'null' ? null : Number(text === 'true');
    case 'guid':
      return plain.toLowerCase();
    default:
      return plain;
  }
}
