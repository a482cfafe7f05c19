/** What the static checks need to know about PostgreSQL. */
import { rowLocks, type StatementRules, takenAsWhole } from '../statement-rules.ts';
import { postgresForeignWords } from './foreign-words.ts';
import { writingCall } from './grammar/writing-functions.ts';

export const postgresStatementRules: StatementRules = {
  changes: [writingCall],
  locks: rowLocks,
  foreignWords: postgresForeignWords,
  decimals: takenAsWhole('PostgreSQL', (name) => `:${name}::numeric`),
  // A description does not check rights. A plan does, for every table, function and sequence of the statement.
  rightsCheck: 'explain ',
  describesWrappedReads: true,
};
