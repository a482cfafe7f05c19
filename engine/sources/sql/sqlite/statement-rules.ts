/** What the static checks need to know about SQLite. */
import { callsOf, type StatementRules } from '../statement-rules.ts';
import { sqliteForeignWords } from './foreign-words.ts';

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
