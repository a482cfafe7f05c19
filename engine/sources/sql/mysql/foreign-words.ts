/** Words of other databases that MySQL does not know, or reads otherwise. */
import { advice, type ForeignWords } from '../grammar/foreign-words.ts';

export const mysqlForeignWords: ForeignWords = {
  top: ['refused', advice.limit],
  bracket: ['refused', 'Write a quoted name in backticks.'],
  doubleColon: ['refused', advice.cast],
  ilike: ['refused', advice.anyCase],
  bars: ['misread', 'Here || is OR: write CONCAT(a, b) for texts, and OR where OR is meant.'],
  plusText: ['misread', 'Here + adds numbers: write CONCAT(a, b) to put texts together.'],
  isnull: ['unless', advice.coalesce],
  nvl: ['unless', advice.coalesce],
  getdate: ['unless', advice.clock],
  len: ['unless', 'Write CHAR_LENGTH(x).'],
  dateadd: ['unless', 'Write DATE_ADD(x, INTERVAL 1 DAY).'],
};
