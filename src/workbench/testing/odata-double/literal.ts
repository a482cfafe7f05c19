/** Values of OData's literals. */
import type { ODataToken } from '../../../../engine/tools/index.ts';
import { instantOf } from './functions.ts';
import type { Value } from './store.ts';

/** The text of a literal without quotes and the name of its type. */
function innerText({ text }: ODataToken): string {
  const inner = /^\w[\w.]*'(.*)'$/s.exec(text)?.[1] ?? /^'(.*)'$/s.exec(text)?.[1];
  return (inner ?? text).replaceAll("''", "'");
}

/** The value of a literal as JSON has it: what a function of the service is given. */
export function literalJson(token: ODataToken): unknown {
  const { kind, text } = token;
  if (kind === 'number') return Number(text.replace(/[a-z]$/i, ''));
  if (kind === 'name' && ['null', 'true', 'false'].includes(text)) return text === 'null' ? null : text === 'true';
  return innerText(token);
}

/** The value of a literal, as a double compares it: instants are milliseconds, true is 1. */
export function literalValue(token: ODataToken): Value {
  const { kind, text } = token;
  const unquoted = innerText(token);
  switch (kind) {
    case 'number':
      return Number(text.replace(/[a-z]$/i, ''));
    case 'instant':
      return instantOf(unquoted);
    case 'name':
      return text === 'null' ? null : Number(text === 'true');
    case 'guid':
      return unquoted.toLowerCase();
    default:
      return unquoted;
  }
}
