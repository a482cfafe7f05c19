/** What the static checks need to know about SQL Server. */

import { advice, type ForeignWords } from '../grammar/foreign-words.ts';
import { callsOf, nextValue, type StatementRules, takenAsWhole } from '../statement-rules.ts';
import { findTsqlChange } from './data-changes.ts';

/** Words of other databases that SQL Server does not know, or reads otherwise. */
const mssqlForeignWords: ForeignWords = {
  limit: ['refused', 'Write SELECT TOP (n); rows of a list are limited by the engine itself.'],
  backtick: ['refused', 'Write a quoted name in brackets: [Name].'],
  doubleColon: ['refused', advice.cast],
  ilike: ['refused', advice.anyCase],
  bars: ['unless', 'Before SQL Server 2025, write CONCAT(a, b).'],
  booleanWord: ['unless', 'Write 1 for true and 0 for false.'],
  doubleQuotedText: ['unless', 'Write a text in single quotes; double quotes are for names.'],
  returning: ['refused', 'Write OUTPUT inserted.Id before VALUES or WHERE.'],
  ifnull: ['refused', advice.coalesce],
  nvl: ['refused', advice.coalesce],
  now: ['refused', advice.clock],
  length: ['refused', 'Write LEN(x).'],
  substr: ['refused', 'Write SUBSTRING(x, start, length).'],
  groupConcat: ['refused', "Write STRING_AGG(x, ',')."],
};

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
  // It does not report the types of all values in such a statement, though it runs it.
  describesWrappedReads: false,
  roundsWrittenNumbers: true,
};
