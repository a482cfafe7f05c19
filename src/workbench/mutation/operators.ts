/** Operators of SQL and JSONata, and the mistake that people make with each. */
import type { MutationKind } from './edit.ts';

const others: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['<>', '='],
  ['!=', '='],
  ['+', '-'],
  ['-', '+'],
  ['*', '+'],
  ['/', '*'],
]);

/** Undefined for a text that is no operator, or that is not exchanged. */
export const otherOperator = (text: string): string | undefined => others.get(text);

/** `calculation` for `+ - * /`, `comparison` for any other operator. */
export const kindOfOperator = (text: string): MutationKind => (/^[-+*/]$/.test(text) ? 'calculation' : 'comparison');
