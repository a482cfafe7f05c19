/** What a column of a recorded table has behind its type: its default, and whether the database numbers its rows. */
import type { Row } from '../../../../engine/host/index.ts';

/** Defaults without personal data: numbers, short codes, the time. */
const simpleDefault =
  /^(?:NULL|-?\d{1,6}(?:\.\d{1,6})?|'(?:-?\d{1,6}(?:\.\d{1,6})?|[A-Za-z]{0,3})'|b'[01]{1,64}'|(?:current_timestamp|now|curdate|current_date)(?:\(\d?\))?)$/i;

/**
 * SQL that begins with a blank; empty if there is nothing. `row`: `default` and `counts` of the catalogue. `isFirst`: the column begins a key, without which
 * MySQL numbers no rows. Another text can be real data: it becomes the empty text.
 */
export function clauseOf(type: string, row: Row | undefined, isFirst: boolean): string {
  if (row === undefined) return '';
  if (Number(row.counts) === 1) return isFirst ? ' AUTO_INCREMENT' : '';
  if (row.default === null || row.default === undefined) return '';
  const given = String(row.default);
  // The members of an enumeration are in its type.
  if (simpleDefault.test(given) || /^(?:enum|set)\b/i.test(type)) return ` DEFAULT ${given}`;
  return /char/i.test(type) ? " DEFAULT ''" : '';
}
