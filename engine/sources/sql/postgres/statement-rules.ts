/** What the static checks need to know about PostgreSQL. */

import { advice, type ForeignWords } from '../grammar/foreign-words.ts';
import { callsOf, rowLocks, type StatementRules, takenAsWhole } from '../statement-rules.ts';
import { writingCall } from './grammar/writing-functions.ts';

/** Words of other databases that PostgreSQL does not know, or reads otherwise. */
const postgresForeignWords: ForeignWords = {
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

export const postgresStatementRules: StatementRules = {
  changes: [writingCall],
  locks: rowLocks,
  outside: new RegExp(
    String.raw`^\s*(?:copy|load)\b|${callsOf('pg_read_(?:binary_)?file', 'pg_ls_\\w+', 'pg_stat_file', 'pg_file_\\w+', 'pg_current_logfile', 'lo_(?:im|ex)port', 'dblink\\w*', '(?:query|table|cursor|schema|database)_to_xml\\w*')}`,
    'i',
  ),
  foreignWords: postgresForeignWords,
  decimals: takenAsWhole('PostgreSQL', (name) => `:${name}::numeric`),
  // A description does not check rights. A plan does, for every table, function and sequence of the statement.
  rightsCheck: 'explain ',
  describesWrappedReads: true,
  roundsWrittenNumbers: true,
};
