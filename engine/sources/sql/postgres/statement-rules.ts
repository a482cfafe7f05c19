/** What the static checks need to know about PostgreSQL. */
import { callsOf, rowLocks, type StatementRules, takenAsWhole } from '../statement-rules.ts';
import { postgresForeignWords } from './foreign-words.ts';
import { writingCall } from './grammar/writing-functions.ts';

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
