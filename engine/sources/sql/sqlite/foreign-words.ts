/** Words of other databases that SQLite does not know, or reads otherwise. */
import { advice, type ForeignWords } from '../grammar/foreign-words.ts';

export const sqliteForeignWords: ForeignWords = {
  top: ['refused', advice.limit],
  doubleColon: ['refused', advice.cast],
  ilike: ['refused', advice.anyCase],
  plusText: ['misread', 'Here + adds numbers: write a || b to put texts together.'],
  castToDate: ['misread', 'Here it gives a number: write date(x) or datetime(x).'],
  isnull: ['refused', advice.coalesce],
  nvl: ['refused', advice.coalesce],
  getdate: ['refused', advice.clock],
  now: ['refused', advice.clock],
  len: ['refused', 'Write length(x).'],
  dateadd: ['refused', "Write date(x, '+1 day')."],
};
