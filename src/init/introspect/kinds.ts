/** What a column holds: by its declaration, and where that tells nothing, by its values. */
import type { Kind } from '../model/database.ts';

const day = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
const numeric =
  /^(unsigned |long )?(tiny|small|medium|big)?(int(eger|\d)?\b|serial)|^(dec|num|real|float|double|money|smallmoney|fixed)/;
const number = /^-?\d+(\.\d+)?$/;

/** `values` are those of some rows, as text. */
export function kindOf(type: string, values: readonly string[]): Kind {
  const name = type.toLowerCase();
  if (/bool|^bit\b|^tinyint\(1\)/.test(name)) return 'boolean';
  // SQLite keeps dates and times as texts, whatever the column is called.
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
