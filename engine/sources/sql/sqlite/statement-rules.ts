/** What the static checks need to know about SQLite. */

import { advice, type ForeignWords } from '../grammar/foreign-words.ts';
import { callsOf, type StatementRules } from '../statement-rules.ts';

/** Words of other databases that SQLite does not know, or reads otherwise. */
const sqliteForeignWords: ForeignWords = {
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

export const sqliteStatementRules: StatementRules = {
  changes: [],
  locks: undefined,
  outside: new RegExp(
    String.raw`^\s*(?:attach|detach)\b|\bvacuum\b.*\binto\b|${callsOf('load_extension', 'writefile', 'readfile', 'edit', 'fts3_tokenizer')}`,
    'is',
  ),
  foreignWords: sqliteForeignWords,
  decimals: undefined,
  describesWrappedReads: true,
  roundsWrittenNumbers: false,
};
