/** What the static checks need to know about SQLite. */
import type { StatementRules } from '../statement-rules.ts';
import { sqliteForeignWords } from './foreign-words.ts';

export const sqliteStatementRules: StatementRules = {
  changes: [],
  locks: undefined,
  foreignWords: sqliteForeignWords,
  decimals: undefined,
  describesWrappedReads: true,
};
