/** What the static checks need to know about SQL Server. */
import { callsOf, nextValue, type StatementRules, takenAsWhole } from '../statement-rules.ts';
import { findTsqlChange } from './data-changes.ts';
import { mssqlForeignWords } from './foreign-words.ts';

export const mssqlStatementRules: StatementRules = {
  changes: [nextValue],
  outside: new RegExp(
    String.raw`(?<![\w$@#])(?:xp_(?:cmdshell|reg\w+|dirtree|subdirs|fileexist|create_subdir|delete_file|availablemedia)|sp_oa\w+|sp_configure)\b|\bbulk\s+insert\b|${callsOf('openrowset', 'opendatasource')}`,
    'i',
  ),
  // Hints of a table, in parentheses. HOLDLOCK alone only reads.
  locks: /(?<=\([^()]*)(?<![\w.@#$])(?:updlock|xlock|tablockx)\b/i,
  // T-SQL needs neither INTO nor FROM, nor anything between two statements; and nothing but this check keeps its reads apart.
  findChange: findTsqlChange,
  foreignWords: mssqlForeignWords,
  decimals: takenAsWhole('SQL Server', (name) => `CAST(:${name} AS decimal(19, 4))`),
  // It does not tell the types of all values in such a statement, though it runs it.
  describesWrappedReads: false,
  roundsWrittenNumbers: true,
};
