/** Words of other databases that PostgreSQL does not know, or reads otherwise. */
import { advice, type ForeignWords } from '../grammar/foreign-words.ts';

export const postgresForeignWords: ForeignWords = {
  top: ['refused', advice.limit],
  backtick: ['refused', 'Write a quoted name in double quotes.'],
  bracket: ['refused', 'Write a quoted name in double quotes.'],
  plusText: ['unless', 'Write a || b to put texts together.'],
  doubleQuotedText: ['unless', 'Write a text in single quotes; double quotes are for names.'],
  isnull: ['unless', advice.coalesce],
  ifnull: ['unless', advice.coalesce],
  nvl: ['unless', advice.coalesce],
  getdate: ['unless', advice.clock],
  len: ['unless', 'Write length(x).'],
  dateadd: ['unless', "Write x + interval '1 day'."],
  groupConcat: ['unless', "Write string_agg(x, ',')."],
};
