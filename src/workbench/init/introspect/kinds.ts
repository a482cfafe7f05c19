/** The kind of values of a column, from its declared type and, where that is ambiguous, its values. */
import type { Kind } from '../model/database.ts';

const day = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
const numeric =
  /^(unsigned |long )?(tiny|small|medium|big)?(int(eger|\d)?\b|serial)|^(dec|num|real|float|double|money|smallmoney|fixed)/;
const number = /^-?\d+(\.\d+)?$/;

/** `values`: sample values as text. */
export function kindOf(type: string, values: readonly string[]): Kind {
  const name = type.toLowerCase();
  if (/bool|^bit\b|^tinyint\(1\)/.test(name)) return 'boolean';
  // SQLite stores dates and times as texts, whatever the declared type.
  const all = (pattern: RegExp): boolean => values.length > 0 && values.every((value) => pattern.test(value));
  if (/timestamp|datetime/.test(name)) return 'datetime';
  if (/^date\b/.test(name)) return all(time) && !values.every((value) => /00:00:00/.test(value)) ? 'datetime' : 'date';
  if (numeric.test(name)) return 'number';
  if (/char|text|clob|uuid|uniqueidentifier|enum|citext|^$/.test(name)) {
    if (all(day)) return 'date';
    if (all(time)) return 'datetime';
    return name === '' && all(number) ? 'number' : 'text';
  }
  return 'other';
}
